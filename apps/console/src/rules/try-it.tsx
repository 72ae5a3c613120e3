import { useState } from "react";

import { Checkbox } from "../design/checkbox.tsx";
import { TextField } from "../design/field.tsx";
import { Card, Columns, Muted, Stack } from "../design/layout.tsx";
import { Failure, Loading } from "../design/notice.tsx";
import { NumberField } from "../design/number-field.tsx";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { type ChosenPerson, PersonCombobox } from "../people/person-combobox.tsx";
import { useConsole } from "../shell/console-context.ts";
import type { Trial } from "./route-question.ts";
import { type Rule, fieldsIn } from "./rule.ts";
import { sentenceOf } from "./sentence.ts";
import { ruleOf } from "./stored-rule.ts";
import { TriedRoute } from "./tried-route.tsx";
import type { KnownRules } from "./use-rules.ts";
import { type Candidate, useTrial } from "./use-trial.ts";
import styles from "./rules.module.css";

interface TryItProps {
  /** The rule as it is written. */
  rule: Rule;
  /** Whether nothing is missing in it. */
  isComplete: boolean;
  known: KnownRules;
  /** Its id, once it was saved. */
  ownId: string | undefined;
}

/** Shows what would happen to a document: who is asked, who is away, and why (contract-3, CON-17 and ROUTE-2). */
export function TryIt({ rule, isComplete, known, ownId }: TryItProps) {
  const t = useTranslate();
  const { viewer } = useConsole();
  const [person, setPerson] = useState<ChosenPerson>({ id: viewer.userId, name: viewer.name ?? "–" });
  const [people, setPeople] = useState<Readonly<Record<string, ChosenPerson>>>({});
  const [trial, setTrial] = useState<Omit<Trial, "currency" | "submitterId" | "people">>({
    amount: null,
    discount: null,
    day: "",
    byPerson: false,
  });
  const currency = rule.amount?.currency ?? null;
  const ids = Object.fromEntries(Object.entries(people).map(([key, { id }]) => [key, id]));
  const whole: Trial = { ...trial, currency, submitterId: person.id, people: ids };
  const change = (next: Partial<Trial>) => setTrial({ ...trial, ...next });
  const asksForAmount = trial.amount === null && rule.amount !== undefined;
  const candidates = candidatesOf(rule, known, ownId);
  const isReady =
    isComplete && !asksForAmount && typeof trial.amount !== "string" && typeof trial.discount !== "string";
  const { found, refusal, isBusy } = useTrial(candidates, whole, isReady);
  return (
    <Card aria-labelledby="try-it" className={styles["try"]}>
      <h2 id="try-it">{t("rules.try")}</h2>
      <Columns className={styles["trial"]}>
        <NumberField
          label={t("field.amount")}
          value={trial.amount}
          onChange={(amount) => change({ amount })}
          error={typeof trial.amount === "string" ? t("company.noNumber") : undefined}
          {...(currency !== null && { description: t("rules.try.currency", { currency }) })}
        />
        <PersonCombobox label={t("rules.try.submitter")} value={person} onChange={setPerson} />
        {rule.discount === undefined ? null : (
          <NumberField
            label={t("rules.percent")}
            value={trial.discount}
            onChange={(discount) => change({ discount })}
            error={typeof trial.discount === "string" ? t("company.noNumber") : undefined}
          />
        )}
        {fieldsIn(rule.stages).map((key) => (
          <PersonCombobox
            key={key}
            label={t("rules.stage.field", { field: key })}
            value={people[key]}
            onChange={(chosen) => setPeople({ ...people, [key]: chosen })}
          />
        ))}
        <TextField
          label={t("rules.try.day")}
          type="date"
          value={trial.day}
          onChange={(day) => change({ day })}
        />
      </Columns>
      <Checkbox
        label={t("rules.try.byPerson")}
        isSelected={trial.byPerson}
        onChange={(byPerson) => change({ byPerson })}
      />
      <div aria-live="polite" aria-busy={isBusy}>
        {isReady ? null : <Muted>{t(isComplete ? "rules.try.amount" : "rules.try.incomplete")}</Muted>}
        {refusal ? <Failure>{refusal.message}</Failure> : null}
        {isReady && found === undefined && refusal === undefined ? <Loading lines={3} /> : null}
        {isReady && found !== undefined ? <Result found={found} onSubmitter={setPerson} /> : null}
      </div>
    </Card>
  );
}

/** The rules that are asked in turn: those in force in their order, and the one that is written in its place. */
function candidatesOf(rule: Rule, { rules, groups }: KnownRules, ownId: string | undefined): Candidate[] {
  const own: Candidate = { rule, isOwn: true };
  const others = rules.flatMap((one): Candidate[] => {
    if (one.id === ownId) return [own];
    return one.state === "IN_FORCE" ? [{ rule: ruleOf(one, one, groups), isOwn: false }] : [];
  });
  if (others.includes(own)) return others;
  // A new rule comes before the one for everything else.
  const last = others.findIndex((one) => one.rule.origin === "DEFAULT");
  return last === -1 ? [...others, own] : others.toSpliced(last, 0, own);
}

function Result({
  found,
  onSubmitter,
}: {
  found: NonNullable<ReturnType<typeof useTrial>["found"]>;
  onSubmitter: (person: ChosenPerson) => void;
}) {
  const t = useTranslate();
  const locale = useFormats();
  const { route, by } = found;
  if (route === undefined || by === undefined) {
    return (
      <Stack gap="tight">
        <p className={styles["outcome"]}>{t("rules.try.none")}</p>
        <Muted>{t("rules.try.noneLead")}</Muted>
      </Stack>
    );
  }
  return (
    <Stack gap="small">
      {by.isOwn ? null : (
        <Muted tone="warn">{t("rules.try.other", { rule: sentenceOf(t, locale, by.rule) })}</Muted>
      )}
      <TriedRoute route={route} rule={by.rule} onSubmitter={onSubmitter} />
    </Stack>
  );
}
