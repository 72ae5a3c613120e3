import { Button } from "../design/button.tsx";
import { Combobox } from "../design/combobox.tsx";
import { Select } from "../design/field.tsx";
import { Icon } from "../design/icon.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { PersonCombobox } from "../people/person-combobox.tsx";
import { useDirectory } from "./directory.ts";
import styles from "./rules.module.css";
import { SpanField } from "./span-field.tsx";
import type { EscalatedTo, EscalationDraft } from "./stage-time.ts";

interface EscalationFieldsProps {
  escalation: EscalationDraft;
  onChange: (escalation: EscalationDraft) => void;
  onRemove: () => void;
  errorOf: (field: string) => string | undefined;
}

const TARGETS = ["manager", "group", "people"] as const;
const MODES = ["STAND_IN", "REPLACE"] as const;
const LEVELS = ["1", "2", "3"] as const;
/** Most people whom an escalation names. */
const PEOPLE_MAX = 20;

/** A person who is not chosen yet. */
const NOBODY = { id: "", name: "" };

/** The target with which an escalation begins. */
function newTarget(by: EscalatedTo["by"]): EscalatedTo {
  if (by === "manager") return { by };
  return by === "group" ? { by, id: "", name: "" } : { by, people: [NOBODY] };
}

/** The fields of an escalation: who is asked in place of those who are late, when and how. */
export function EscalationFields({ escalation, onChange, onRemove, errorOf }: EscalationFieldsProps) {
  const t = useTranslate();
  const { after, to, mode, levels } = escalation;
  const change = (fields: Partial<EscalationDraft>) => onChange({ ...escalation, ...fields });
  return (
    <div className={styles["asked"]} role="group" aria-label={t("rules.time.escalation")}>
      <div className={styles["times"]}>
        <SpanField
          label={t("rules.time.escalation")}
          span={after}
          onChange={(next) => change({ after: next })}
          error={errorOf("escalate.after")}
        />
        <Select
          label={t("rules.time.ask")}
          options={TARGETS.map((value) => ({ value, label: t(`rules.time.ask.${value}`) }))}
          value={to.by}
          onChange={(by) => change({ to: newTarget(by), levels: 1 })}
          error={to.by === "manager" ? errorOf("escalate.to") : undefined}
        />
        <Target to={to} onChange={(next) => change({ to: next })} error={errorOf("escalate.to")} />
        {to.by === "manager" ? (
          <Select
            label={t("rules.time.levels")}
            options={LEVELS.map((value) => ({
              value,
              label: t("rules.time.levels.of", { levels: Number(value) }),
            }))}
            value={String(levels) as (typeof LEVELS)[number]}
            onChange={(next) => change({ levels: Number(next) })}
            error={errorOf("escalate.levels")}
          />
        ) : null}
        <Select
          label={t("rules.time.mode")}
          options={MODES.map((value) => ({ value, label: t(`rules.time.mode.${value}`) }))}
          value={mode}
          onChange={(next) => change({ mode: next })}
        />
      </div>
      <RemoveButton
        label={t("company.remove", { name: t("rules.time.escalation") })}
        onPress={onRemove}
        icon="cross"
      />
    </div>
  );
}

interface TargetProps {
  to: EscalatedTo;
  onChange: (to: EscalatedTo) => void;
  error: string | undefined;
}

/** The group or the people whom an escalation asks. */
function Target({ to, onChange, error }: TargetProps) {
  const t = useTranslate();
  const { groups } = useDirectory();
  if (to.by === "manager") return null;
  if (to.by === "group") {
    const chosenOption =
      groups.some(({ id }) => id === to.id) || to.id === "" ? [] : [{ value: to.id, label: to.name }];
    return (
      <Combobox
        label={t("rules.by.group")}
        options={[...chosenOption, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
        value={to.id === "" ? null : to.id}
        onChange={(id) => {
          const group = groups.find((candidate) => candidate.id === id);
          if (group) onChange({ by: "group", id, name: group.name });
        }}
        error={error}
      />
    );
  }
  const { people } = to;
  return (
    <>
      {people.map((person, place) => (
        // Their places are all that tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place} className={styles["asked"]}>
          <PersonCombobox
            label={t("rules.by.person")}
            value={person.id === "" ? undefined : person}
            without={people.map(({ id }) => id)}
            onChange={(next) => onChange({ by: "people", people: people.with(place, next) })}
            error={person.id === "" ? error : undefined}
          />
          {people.length === 1 ? null : (
            <RemoveButton
              label={t("company.remove", { name: person.name || t("rules.by.person") })}
              onPress={() => onChange({ by: "people", people: people.toSpliced(place, 1) })}
              icon="cross"
            />
          )}
        </div>
      ))}
      {people.length >= PEOPLE_MAX ? null : (
        <div>
          <Button size="small" onPress={() => onChange({ by: "people", people: [...people, NOBODY] })}>
            <Icon name="plus" size={14} />
            {t("rules.time.anotherPerson")}
          </Button>
        </div>
      )}
    </>
  );
}
