import { useState } from "react";

import { Card, Muted, Stack } from "../design/layout.tsx";
import { Failure, Loading } from "../design/notice.tsx";
import { isNumber } from "../design/number-text.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import type { ChosenPerson } from "../people/person-combobox.tsx";
import { useConsole } from "../shell/console-context.ts";
import type { Trial } from "./route-question.ts";
import type { Rule } from "./rule.ts";
import { sentenceOf } from "./sentence.ts";
import { ruleOf } from "./stored-rule.ts";
import { TrialFields, type TypedTrial } from "./trial-fields.tsx";
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
  const [trial, setTrial] = useState<TypedTrial>({
    amount: null,
    submitter: { id: viewer.userId, name: viewer.name ?? "–" },
    discount: null,
    people: {},
    day: "",
    byPerson: false,
  });
  // Nobody tries half a rule; what was typed stays while the rule is written on.
  const [wasComplete, setWasComplete] = useState(isComplete);
  if (isComplete && !wasComplete) setWasComplete(true);
  const change = (next: Partial<TypedTrial>) => setTrial({ ...trial, ...next });
  const isTyped = isNumber(trial.amount) && isNumber(trial.discount);
  const isReady = isComplete && isTyped && (trial.amount !== null || rule.amount === undefined);
  const { found, refusal, isBusy } = useTrial(
    candidatesOf(rule, known, ownId),
    trialOf(rule, trial),
    isReady,
  );
  return (
    <Card aria-labelledby="try-it" className={styles["try"]}>
      <h2 id="try-it">{t("rules.try")}</h2>
      {wasComplete ? <TrialFields rule={rule} trial={trial} onChange={change} /> : null}
      <div aria-live="polite" aria-busy={isBusy}>
        {isReady ? null : <Muted>{t(isComplete ? "rules.try.amount" : "rules.try.incomplete")}</Muted>}
        {refusal ? <Failure>{refusal.message}</Failure> : null}
        {isReady && found === undefined && refusal === undefined ? <Loading lines={3} /> : null}
        {isReady && found !== undefined ? (
          <Result found={found} onSubmitter={(submitter) => change({ submitter })} />
        ) : null}
      </div>
    </Card>
  );
}

/** A trial with the ids of its people, in the currency of the rule. */
function trialOf(rule: Rule, { submitter, people, ...typed }: TypedTrial): Trial {
  const ids = Object.entries(people).map(([key, { id }]) => [key, id] as const);
  return {
    ...typed,
    currency: rule.amount?.currency ?? null,
    submitterId: submitter.id,
    people: Object.fromEntries(ids),
  };
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
