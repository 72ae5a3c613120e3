import { useState } from "react";

import { Combobox } from "../design/combobox.tsx";
import { NumberField } from "../design/number-field.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useDirectory } from "./directory.ts";
import { type NeededChoice, choiceOf, isLong, neededOf, numbersFor, ruleOf } from "./needed.ts";
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
  const { roles } = useDirectory();
  const numbers = numbersFor(size);
  const isChosen = neededRule === "COUNT" && numbers.some((number) => number === stage.quorum);
  // A typed number may be one of the numbers to choose from, on its way to another.
  const [wasTyped, setWasTyped] = useState(false);
  const isTyped = neededRule === "COUNT" && (wasTyped || !isChosen);
  const choices: NeededChoice[] = [
    "ONE",
    ...numbers.map((number) => `COUNT ${number}` as const),
    "MAJORITY",
    "ALL",
    ...(isTyped || isLong(size) ? ["NUMBER" as const] : []),
    "PERCENT",
    ...(roles === undefined || neededRule === "PER_GROUP" ? ["PER_GROUP" as const] : []),
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
  const isNumbered = isTyped || neededRule === "PERCENT" || neededRule === "PER_GROUP";
  return (
    <>
      <Combobox
        label={t("rules.needed")}
        options={choices.map((value) => ({ value, label: labelOf(value) }))}
        value={isTyped ? "NUMBER" : choiceOf(stage)}
        onChange={(choice) => {
          setWasTyped(choice === "NUMBER");
          onChange(ruleOf(choice as NeededChoice));
        }}
        error={isNumbered ? undefined : error}
      />
      {isNumbered ? (
        <NumberField
          label={t(`rule.${isTyped ? "COUNT" : neededRule}.quorum`)}
          value={stage.quorum}
          onChange={(quorum) => onChange({ quorum })}
          error={error}
        />
      ) : null}
    </>
  );
}
