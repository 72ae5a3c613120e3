import { useState } from "react";

import { LabelsField } from "../company/labels-field.tsx";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useKept, useSending } from "../shell/kept.ts";
import type { Change, Settings } from "./use-change.ts";
import styles from "./settings-page.module.css";

type Sets = readonly (readonly string[])[];

/** Of the work that is kept. */
const NAME = "settings.exclusiveGroups";
/** Fewer exclude nothing. */
const LEAST = 2;

/** Sets of groups of which one person decides under one alone. Saved together, once each set says something. */
export function ExclusiveGroups({ settings, change }: { settings: Settings; change: Change }) {
  const t = useTranslate();
  const [keptSets, keep] = useKept<Sets>(NAME);
  const sendState = useSending();
  const [isTried, setIsTried] = useState(false);
  const sets = keptSets ?? settings.exclusiveGroups;
  const isShort = sets.some((labels) => labels.length < LEAST);
  const error = change.errorAt("exclusiveGroups");
  const save = async () => {
    setIsTried(true);
    if (isShort) return;
    const exclusiveGroups = sets.map((labels) => [...labels]);
    const { finish } = sendState(NAME);
    if (await change.save("exclusiveGroups", { exclusiveGroups })) finish(NAME);
  };
  const replace = (index: number, labels: readonly string[]) => keep(sets.with(index, labels));
  return (
    <Stack as="section" gap="small" className={styles["part"]} aria-labelledby="exclusive-groups">
      <h3 id="exclusive-groups">{t("settings.exclusiveGroups")}</h3>
      <Muted>{t("settings.exclusiveGroups.about")}</Muted>
      {sets.map((labels, index) => (
        // Sets have no name of their own, and move only when one is removed.
        <div key={index} className={styles["set"]}>
          <LabelsField
            label={t("settings.exclusiveGroups.set", { number: index + 1 })}
            labels={labels}
            onChange={(next) => replace(index, next)}
            error={isTried && labels.length < LEAST ? t("settings.exclusiveGroups.short") : undefined}
          />
          <RemoveButton
            label={t("settings.exclusiveGroups.remove", { number: index + 1 })}
            onPress={() => keep(sets.toSpliced(index, 1))}
          />
        </div>
      ))}
      {error === undefined ? null : <Muted tone="bad">{error}</Muted>}
      <Row>
        <Button onPress={() => keep([...sets, []])}>
          <Icon name="plus" size={16} />
          {t("settings.exclusiveGroups.add")}
        </Button>
        {keptSets === undefined ? null : (
          <>
            <Button look="primary" onPress={() => void save()}>
              {t("company.save")}
            </Button>
            <Button look="quiet" onPress={() => keep(undefined)}>
              {t("company.discard")}
            </Button>
          </>
        )}
      </Row>
    </Stack>
  );
}
