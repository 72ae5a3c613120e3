import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Select } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { Card, Columns, List, Muted, Stack } from "../design/layout.tsx";
import { kindText } from "../document/kind.ts";
import { useKinds } from "../document/use-kinds.ts";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useOpenForm } from "../frame/use-open-form.ts";
import { useTranslate } from "../messages/i18n.ts";
import type { Change, Settings } from "../settings/use-change.ts";
import styles from "./calendars.module.css";

/** Stands for no calendar; ids are longer. */
const NONE = "";

interface ChosenCalendarsProps {
  settings: Settings;
  change: Change;
  calendars: readonly { _id: string; name: string }[];
}

/** Which calendar counts for the company, and which for kinds of documents. A change is saved at once. */
export function ChosenCalendars({ settings, change, calendars }: ChosenCalendarsProps) {
  const t = useTranslate();
  const { calendarId, kindCalendars } = settings;
  const { isOpen, open, close, place, isBack } = useOpenForm();
  const options = calendars.map(({ _id, name }) => ({ value: _id, label: name }));
  const nameOf = (id: string) => calendars.find(({ _id }) => _id === id)?.name ?? id;
  const save = (next: Settings["kindCalendars"]) => {
    close();
    const plain = next.map(({ kind, calendarId: id }) => ({ kind, calendarId: id }));
    return change.save("kindCalendars", { kindCalendars: plain });
  };
  const error = change.errorAt("kindCalendars");
  return (
    <Card aria-labelledby="chosen-calendars">
      <h2 id="chosen-calendars">{t("calendars.chosen")}</h2>
      <div className={styles["chosen"]}>
        <Select
          label={t("calendars.ofCompany")}
          description={t("calendars.ofCompany.about")}
          options={[{ value: NONE, label: t("calendars.everyHour") }, ...options]}
          value={calendarId ?? NONE}
          onChange={(id) => void change.save("calendarId", { calendarId: id === NONE ? null : id })}
          error={change.errorAt("calendarId")}
        />
      </div>
      <Stack as="section" gap="small" aria-labelledby="kind-calendars">
        <h3 id="kind-calendars">{t("calendars.ofKinds")}</h3>
        <Muted>{t("calendars.ofKinds.about")}</Muted>
        <List look="bare">
          {kindCalendars.map((choice) => (
            <li key={choice.kind} className={styles["ofKind"]}>
              <span>
                {t("calendars.ofKind", {
                  kind: kindText(t, choice.kind),
                  calendar: nameOf(choice.calendarId),
                })}
              </span>
              <RemoveButton
                label={t("company.remove", { name: kindText(t, choice.kind) })}
                onPress={() => void save(kindCalendars.filter(({ kind }) => kind !== choice.kind))}
              />
            </li>
          ))}
        </List>
        {error === undefined ? null : <Muted tone="bad">{error}</Muted>}
        {isOpen ? (
          <div ref={place}>
            <NewKind
              without={kindCalendars.map(({ kind }) => kind)}
              options={options}
              onChosen={(choice) => void save([...kindCalendars, choice])}
            />
          </div>
        ) : (
          <div>
            <Button isDisabled={options.length === 0} onPress={open} autoFocus={isBack}>
              <Icon name="plus" size={16} />
              {t("calendars.addKind")}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  );
}

interface NewKindProps {
  without: readonly string[];
  options: readonly { value: string; label: string }[];
  onChosen: (choice: Settings["kindCalendars"][number]) => void;
}

/** A kind and its calendar to choose; saved once both are. */
function NewKind({ without, options, onChosen }: NewKindProps) {
  const t = useTranslate();
  const kinds = useKinds().filter((kind) => !without.includes(kind));
  const [kind, setKind] = useState<string | null>(null);
  return (
    <Columns>
      <Select
        label={t("inbox.kind")}
        options={kinds.map((value) => ({ value, label: kindText(t, value) }))}
        value={kind}
        onChange={setKind}
      />
      <Select
        label={t("calendars.calendar")}
        isDisabled={kind === null}
        options={options}
        value={null}
        onChange={(calendarId) => {
          if (kind !== null) onChosen({ kind, calendarId });
        }}
      />
    </Columns>
  );
}
