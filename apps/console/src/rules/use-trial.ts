import { useEffect, useRef, useState } from "react";
import { type Client, type CombinedError, useClient } from "urql";

import { useSettled } from "../frame/use-settled.ts";
import {
  MatchingRuleDocument,
  PreviewRouteDocument,
  type PreviewRouteQuery,
  type SaveRuleInput,
} from "../graphql/generated/documents.ts";
import { type Refusal, useRefusalOf } from "../graphql/refusal.ts";
import { type Trial, matchQuestion, routeQuestion } from "./route-question.ts";
import type { Rule } from "./rule.ts";
import { ruleOf } from "./stored-rule.ts";
import type { KnownRules } from "./use-rules.ts";

export type Route = PreviewRouteQuery["previewRoute"];

/** The answer to a trial: the route of the rule that applies; without one nobody is asked. */
export interface Found {
  applies?: { rule: Rule; isWritten: boolean; route: Route };
}

/** A rule that is written, and the document that it is tried with. */
export interface Attempt {
  rule: Rule;
  /** The same as the engine takes it; absent of a workflow, which documents name. */
  written?: SaveRuleInput | undefined;
  trial: Trial;
  known: KnownRules;
}

interface Tried {
  found: Found | undefined;
  refusal: Refusal | undefined;
  isBusy: boolean;
}

/** How long nothing must have been typed before the engine is asked. */
const REST_MS = 250;

/** Asks the engine which rule applies, and who is asked by it. @param isReady - whether there is anything to ask */
export function useTrial(attempt: Attempt, isReady: boolean): Tried {
  const client = useClient();
  const refusalOf = useRefusalOf();
  const { rule, written, trial } = attempt;
  const text = useSettled(isReady ? JSON.stringify({ rule, written, trial }) : "", REST_MS);
  const [answer, setAnswer] = useState<{ text: string; found?: Found | undefined; refusal?: Refusal }>();
  const latestAttempt = useRef(attempt);
  useEffect(() => {
    latestAttempt.current = attempt;
  });
  useEffect(() => {
    if (text === "") return undefined;
    let isOver = false;
    const ask = async () => {
      const { found, error } = await answerTo(client, latestAttempt.current);
      if (!isOver) setAnswer({ text, found, ...(error && { refusal: refusalOf(error) }) });
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [client, text, refusalOf]);
  const isCurrent = answer?.text === text;
  return {
    // The answer before stays until there is something newer.
    found: answer?.found,
    refusal: isCurrent ? answer.refusal : undefined,
    isBusy: isReady && !isCurrent,
  };
}

async function answerTo(
  client: Client,
  { rule, written, trial, known }: Attempt,
): Promise<{ found?: Found; error?: CombinedError }> {
  if (written === undefined) return wayOf(client, { rule, isWritten: true }, trial);
  const matching = await client.query(MatchingRuleDocument, { input: matchQuestion(rule, written, trial) });
  if (matching.error) return { error: matching.error };
  const match = matching.data?.matchingRule;
  if (match == null) return { found: {} };
  const storedRule = known.rules.find(({ id }) => id === match.rule?.id);
  const applies =
    match.isWritten || storedRule === undefined ? rule : ruleOf(storedRule, storedRule, known.groups);
  return wayOf(client, { rule: applies, isWritten: match.isWritten }, trial);
}

async function wayOf(
  client: Client,
  applies: { rule: Rule; isWritten: boolean },
  trial: Trial,
): Promise<{ found?: Found; error?: CombinedError }> {
  const preview = await client.query(PreviewRouteDocument, { input: routeQuestion(applies.rule, trial) });
  if (preview.error) return { error: preview.error };
  const route = preview.data?.previewRoute;
  return { found: route ? { applies: { ...applies, route } } : {} };
}
