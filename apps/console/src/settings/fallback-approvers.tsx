import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { List, Muted, Stack } from "../design/layout.tsx";
import { Person } from "../design/person.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useOpenForm } from "../frame/use-open-form.ts";
import { useTranslate } from "../messages/i18n.ts";
import { PersonAdder } from "../people/person-combobox.tsx";
import type { Change, Settings } from "./use-change.ts";
import styles from "./settings-page.module.css";

/** The approvers of a stage under the setting `onEmptyStage: FALLBACK`. */
export function FallbackApprovers({ settings, change }: { settings: Settings; change: Change }) {
  const t = useTranslate();
  const { isOpen, open, close, place, isBack } = useOpenForm();
  const { fallbackApproverIds: ids, fallbackApprovers: people, onEmptyStage } = settings;
  const error = change.errorAt("fallbackApproverIds");
  const save = (fallbackApproverIds: string[]) => {
    close();
    void change.save("fallbackApproverIds", { fallbackApproverIds });
  };
  const nameOf = (id: string) => people.find(({ _id }) => _id === id)?.name ?? id;
  return (
    <Stack as="section" gap="small" className={styles["part"]} aria-labelledby="fallback-approvers">
      <h3 id="fallback-approvers">{t("settings.fallbackApproverIds")}</h3>
      <Muted>{t("settings.fallbackApproverIds.about")}</Muted>
      {onEmptyStage === "FALLBACK" && ids.length === 0 ? (
        <Muted tone="warn">{t("settings.fallbackApproverIds.none")}</Muted>
      ) : null}
      <List look="bare">
        {ids.map((id) => (
          <li key={id} className={styles["person"]}>
            <Person name={nameOf(id)} />
            <RemoveButton
              label={t("company.remove", { name: nameOf(id) })}
              onPress={() => save(ids.filter((candidate) => candidate !== id))}
            />
          </li>
        ))}
      </List>
      {error === undefined ? null : <Muted tone="bad">{error}</Muted>}
      {isOpen ? (
        <div ref={place}>
          <PersonAdder
            label={t("settings.fallbackApproverIds.add")}
            onAdd={({ id }) => save([...ids, id])}
            without={ids}
          />
        </div>
      ) : (
        <div>
          <Button onPress={open} autoFocus={isBack}>
            <Icon name="plus" size={16} />
            {t("settings.fallbackApproverIds.add")}
          </Button>
        </div>
      )}
    </Stack>
  );
}
