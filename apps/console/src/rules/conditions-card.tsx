import { type ReactNode, useState } from "react";

import { Combobox } from "../design/combobox.tsx";
import { currencyOptions } from "../design/currencies.ts";
import { TextField } from "../design/field.tsx";
import { Card, List, Muted } from "../design/layout.tsx";
import { Menu } from "../design/menu.tsx";
import { NumberField } from "../design/number-field.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { type CompanyMessageId, useLocale, useTranslate } from "../messages/i18n.ts";
import type { RuleConditions } from "./rule.ts";
import type { ConditionName, DraftAction } from "./rule-draft.ts";
import styles from "./rules.module.css";

/** The names of conditions: of the menu's command, and of the condition. */
const NAMES = {
  amount: "rules.condition.amount",
  discount: "rules.condition.discount",
  when: "rules.condition.when",
} as const satisfies Record<ConditionName, CompanyMessageId>;

interface ConditionsCardProps {
  conditions: RuleConditions;
  /** Those that rules of the kind may have. */
  possible: readonly ConditionName[];
  /** The currency of a new amount; null: to be chosen. */
  currency: string | null;
  onAction: (action: DraftAction) => void;
  errorOf: (field: string) => string | undefined;
  /** Said where there is no condition. */
  always: string;
}

/** When a rule applies. */
export function ConditionsCard({
  conditions,
  possible,
  currency,
  onAction,
  errorOf,
  always,
}: ConditionsCardProps) {
  const t = useTranslate();
  const locale = useLocale();
  const [addedCondition, setAddedCondition] = useState<ConditionName>();
  const change = (next: RuleConditions) => onAction({ type: "condition", change: next });
  const add: Record<ConditionName, () => void> = {
    amount: () => change({ amount: { above: null, currency } }),
    discount: () => change({ discount: { above: null } }),
    when: () => change({ when: "" }),
  };
  const { amount, discount, when } = conditions;
  const has = (name: ConditionName) => conditions[name] !== undefined;
  const isAlways = !has("amount") && !has("discount") && !has("when");
  return (
    <Card aria-labelledby="rule-conditions">
      <h2 id="rule-conditions">{t("rules.when")}</h2>
      {isAlways ? <Muted>{always}</Muted> : null}
      {errorOf("limits") === undefined ? null : <Muted tone="bad">{errorOf("limits")}</Muted>}
      <List look="bare" className={styles["conditions"]}>
        {amount === undefined ? null : (
          <Condition place="amount" name={t(NAMES.amount)} onRemove={() => change({ amount: undefined })}>
            <NumberField
              label={t("field.amount")}
              value={amount.above}
              onChange={(above) => change({ amount: { ...amount, above } })}
              error={errorOf("amountAbove")}
              autoFocus={addedCondition === "amount"}
            />
            <div className={styles["currency"]}>
              <Combobox
                label={t("field.currency")}
                options={currencyOptions(locale)}
                value={amount.currency}
                onChange={(code) => change({ amount: { ...amount, currency: code } })}
                error={errorOf("currency")}
              />
            </div>
            {amount.currency === null ? null : (
              <Muted className={styles["expression"]}>
                {t("rules.currency.about", { currency: amount.currency })}
              </Muted>
            )}
          </Condition>
        )}
        {discount === undefined ? null : (
          <Condition
            place="discount"
            name={t(NAMES.discount)}
            onRemove={() => change({ discount: undefined })}
          >
            <NumberField
              label={t("rules.percent")}
              value={discount.above}
              onChange={(above) => change({ discount: { above } })}
              error={errorOf("discountAbove")}
              autoFocus={addedCondition === "discount"}
            />
          </Condition>
        )}
        {when === undefined ? null : (
          <Condition place="when" name={t(NAMES.when)} onRemove={() => change({ when: undefined })}>
            <div className={styles["expression"]}>
              <TextField
                label={t("rules.expression")}
                description={t("rules.expression.about")}
                value={when}
                onChange={(text) => change({ when: text })}
                rows={2}
                maxLength={500}
                error={errorOf("when")}
                autoFocus={addedCondition === "when"}
              />
            </div>
          </Condition>
        )}
      </List>
      {amount !== undefined && discount !== undefined ? <Muted>{t("rules.either.about")}</Muted> : null}
      <div>
        <Menu
          label={t("rules.addCondition")}
          placement="bottom start"
          items={possible
            .filter((name) => !has(name))
            .map((name) => ({
              id: name,
              label: t(NAMES[name]),
              onAction: () => {
                setAddedCondition(name);
                add[name]();
              },
            }))}
        />
      </div>
    </Card>
  );
}

interface ConditionProps {
  /** To which the sentence leads. */
  place: ConditionName;
  name: string;
  onRemove: () => void;
  children: ReactNode;
}

function Condition({ place, name, onRemove, children }: ConditionProps) {
  const t = useTranslate();
  return (
    <li>
      <div className={styles["condition"]} role="group" data-place={place} aria-label={name}>
        <h3>{name}</h3>
        <div className={styles["fields"]}>{children}</div>
        <RemoveButton label={t("company.remove", { name })} onPress={onRemove} />
      </div>
    </li>
  );
}
