import { useState } from "react";

import { Card, Muted, Stack } from "../design/layout.tsx";
import { Failure, Loading } from "../design/notice.tsx";
import { isNumber } from "../design/number-text.ts";
import type { SaveRuleInput } from "../graphql/generated/documents.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import type { ChosenPerson } from "../people/person-combobox.tsx";
import { useConsole } from "../shell/console-context.ts";
import type { Trial } from "./route-question.ts";
import type { Rule } from "./rule.ts";
import { sentenceOf } from "./sentence.ts";
import { TrialFields, type TypedTrial, useFreeKinds } from "./trial-fields.tsx";
import { TriedRoute } from "./tried-route.tsx";
import type { KnownRules } from "./use-rules.ts";
import { type Found, useTrial } from "./use-trial.ts";
import styles from "./rules.module.css";

interface TryItProps {
  /** The rule as it is written. */
  rule: Rule;
  /** The same as the engine takes it; absent of a workflow, which documents name. */
  written?: SaveRuleInput | undefined;
  /** Whether nothing is missing in it. */
  isComplete: boolean;
  known: KnownRules;
}

/** Shows what would happen to a document: who is asked, who is away, and why (contract-3, CON-17 and ROUTE-2). */
export function TryIt({ rule, written, isComplete, known }: TryItProps) {
  const t = useTranslate();
  const { viewer } = useConsole();
  const freeKinds = useFreeKinds();
  const [trial, setTrial] = useState<TypedTrial>({
    kind: freeKinds[0] ?? "",
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
  const attempt = { rule, written, known, trial: trialOf(rule, trial) };
  const { found, refusal, isBusy } = useTrial(attempt, isReady);
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
function trialOf(rule: Rule, { submitter, people, ...typedFields }: TypedTrial): Trial {
  const ids = Object.entries(people).map(([key, { id }]) => [key, id] as const);
  return {
    ...typedFields,
    currency: rule.amount?.currency ?? null,
    submitterId: submitter.id,
    people: Object.fromEntries(ids),
  };
}

interface ResultProps {
  found: Found;
  onSubmitter: (person: ChosenPerson) => void;
}

function Result({ found: { applies }, onSubmitter }: ResultProps) {
  const t = useTranslate();
  const locale = useFormats();
  if (applies === undefined) {
    return (
      <Stack gap="tight">
        <p className={styles["outcome"]}>{t("rules.try.none")}</p>
        <Muted>{t("rules.try.noneLead")}</Muted>
      </Stack>
    );
  }
  const { rule, isWritten, route } = applies;
  return (
    <Stack gap="small">
      {isWritten ? null : (
        <Muted tone="warn">{t("rules.try.other", { rule: sentenceOf(t, locale, rule) })}</Muted>
      )}
      <TriedRoute route={route} rule={rule} onSubmitter={onSubmitter} />
    </Stack>
  );
}
