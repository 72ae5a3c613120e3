import { Checkbox } from "../design/checkbox.tsx";
import { DateField } from "../design/date-field.tsx";
import { Select } from "../design/field.tsx";
import { Columns, Muted } from "../design/layout.tsx";
import { NumberField } from "../design/number-field.tsx";
import { kindText } from "../document/kind.ts";
import { useKinds } from "../document/use-kinds.ts";
import type { Typed } from "../design/number-text.ts";
import { useTranslate } from "../messages/i18n.ts";
import { type ChosenPerson, PersonCombobox } from "../people/person-combobox.tsx";
import { isHrKind } from "./kinds.ts";
import type { Trial } from "./route-question.ts";
import { type Rule, fieldsIn } from "./rule.ts";
import styles from "./rules.module.css";

/** The document that is tried, with the names of its people. */
export interface TypedTrial extends Omit<Trial, "currency" | "submitterId" | "people"> {
  submitter: ChosenPerson;
  people: Readonly<Record<string, ChosenPerson>>;
}

interface TrialFieldsProps {
  rule: Rule;
  trial: TypedTrial;
  onChange: (change: Partial<TypedTrial>) => void;
}

/** The kinds of documents that may name a workflow. */
export const useFreeKinds = (): readonly string[] => useKinds().filter((kind) => !isHrKind(kind));

/** The fields of a document that a rule is tried with: those on which the rule depends. */
export function TrialFields({ rule, trial, onChange }: TrialFieldsProps) {
  const t = useTranslate();
  const currency = rule.amount?.currency ?? null;
  const freeKinds = useFreeKinds();
  const errorOf = (input: Typed) => (typeof input === "string" ? t("field.noNumber") : undefined);
  return (
    <>
      <Columns className={styles["trial"]}>
        {rule.origin === "WORKFLOW" ? (
          <Select
            label={t("workflows.tryKind")}
            options={freeKinds.map((value) => ({ value, label: kindText(t, value) }))}
            value={trial.kind}
            onChange={(kind) => onChange({ kind })}
          />
        ) : null}
        <NumberField
          label={t("field.amount")}
          value={trial.amount}
          onChange={(amount) => onChange({ amount })}
          error={errorOf(trial.amount)}
          {...(currency !== null && { description: t("rules.try.currency", { currency }) })}
        />
        <PersonCombobox
          label={t("rules.try.submitter")}
          value={trial.submitter}
          onChange={(submitter) => onChange({ submitter })}
        />
        {rule.discount === undefined ? null : (
          <NumberField
            label={t("rules.percent")}
            value={trial.discount}
            onChange={(discount) => onChange({ discount })}
            error={errorOf(trial.discount)}
          />
        )}
        {fieldsIn(rule.stages).map((key) => (
          <PersonCombobox
            key={key}
            label={t("stage.field", { field: key })}
            value={trial.people[key]}
            onChange={(person) => onChange({ people: { ...trial.people, [key]: person } })}
          />
        ))}
        <DateField label={t("rules.try.day")} value={trial.day} onChange={(day) => onChange({ day })} />
      </Columns>
      <Checkbox
        label={t("rules.try.byPerson")}
        isSelected={trial.byPerson}
        onChange={(byPerson) => onChange({ byPerson })}
      />
      {trial.byPerson ? <Muted>{t("rules.try.byPerson.about")}</Muted> : null}
    </>
  );
}
