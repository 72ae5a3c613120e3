import { Combobox } from "../design/combobox.tsx";
import { NumberField } from "../design/number-field.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { type NeededChoice, choiceOf, neededOf, numbersFor, ruleOf } from "./needed.ts";
import { type RuleStage, sizeOf } from "./rule.ts";

interface NeededFieldProps {
  stage: RuleStage;
  onChange: (change: Partial<RuleStage>) => void;
  error: string | undefined;
}

/** How many of those whom a stage asks have to approve. */
export function NeededField({ stage, onChange, error }: NeededFieldProps) {
  const t = useTranslate();
  const size = sizeOf(stage);
  const neededRule = neededOf(stage);
  const hasLabels = neededRule === "PER_GROUP" || stage.approvers.some(({ labels }) => labels.length > 0);
  const count = neededRule === "COUNT" ? [Number(stage.quorum)] : [];
  const numbers = [...new Set([...numbersFor(size), ...count])].toSorted((lower, upper) => lower - upper);
  const choices: NeededChoice[] = [
    "ONE",
    ...numbers.map((number) => `COUNT ${number}` as const),
    "MAJORITY",
    "ALL",
    "PERCENT",
    ...(hasLabels ? ["PER_GROUP" as const] : []),
  ];
  const labelOf = (choice: NeededChoice) => {
    if (!choice.startsWith("COUNT "))
      return t(`rules.needed.${choice as Exclude<NeededChoice, `COUNT ${number}`>}`);
    const of = {
      count: Number(choice.slice("COUNT ".length)),
      size: size ?? 0,
      known: size === undefined ? "no" : "yes",
    };
    return t("rules.needed.COUNT", of);
  };
  const isNumbered = neededRule === "PERCENT" || neededRule === "PER_GROUP";
  return (
    <>
      <Combobox
        label={t("rules.needed")}
        options={choices.map((value) => ({ value, label: labelOf(value) }))}
        value={choiceOf(stage)}
        onChange={(choice) => onChange(ruleOf(choice as NeededChoice))}
        error={isNumbered ? undefined : error}
      />
      {isNumbered ? (
        <NumberField
          label={t(`rule.${neededRule}.quorum`)}
          value={stage.quorum}
          onChange={(quorum) => onChange({ quorum })}
          error={error}
        />
      ) : null}
    </>
  );
}
