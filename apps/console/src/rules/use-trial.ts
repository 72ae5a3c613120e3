import { useEffect, useRef, useState } from "react";
import { useClient } from "urql";

import { useSettled } from "../frame/use-settled.ts";
import {
  PreviewRouteDocument,
  type PreviewRouteInput,
  type PreviewRouteQuery,
} from "../graphql/generated/documents.ts";
import { type Refusal, useRefusalOf } from "../graphql/refusal.ts";
import { useTranslate } from "../messages/i18n.ts";
import { type Trial, questionOf } from "./route-question.ts";
import type { Rule } from "./rule.ts";

export type Route = PreviewRouteQuery["previewRoute"];

/** A rule that may apply to a document. */
export interface Candidate {
  rule: Rule;
  /** Whether it is the one that is written. */
  isOwn: boolean;
}

/** The answer to a trial: the route of the first rule that applies; without one nobody is asked. */
export interface Found {
  route?: Route;
  by?: Candidate;
}

/** How long nothing must have been typed before the engine is asked. */
const REST_MS = 250;

/**
 * Asks the engine which rule applies to a document, one rule after the other.
 *
 * @param isReady - whether there is anything to ask
 */
export function useTrial(
  candidates: readonly Candidate[],
  trial: Trial,
  isReady: boolean,
): { found: Found | undefined; refusal: Refusal | undefined; isBusy: boolean } {
  const t = useTranslate();
  const client = useClient();
  const refusalOf = useRefusalOf();
  const questions = isReady ? candidates.map(({ rule }) => questionOf(t, rule, trial)) : [];
  const text = useSettled(isReady ? JSON.stringify(questions) : "", REST_MS);
  const [answer, setAnswer] = useState<{ text: string; found?: Found; refusal?: Refusal }>();
  const asked = useRef(candidates);
  useEffect(() => {
    asked.current = candidates;
  });
  useEffect(() => {
    if (text === "") return undefined;
    let isOver = false;
    const rules = asked.current;
    const ask = async () => {
      const inputs = JSON.parse(text) as PreviewRouteInput[];
      for (const [place, input] of inputs.entries()) {
        const { data, error } = await client.query(PreviewRouteDocument, { input });
        if (isOver) return;
        if (error) return setAnswer({ text, refusal: refusalOf(error) });
        const route = data?.previewRoute;
        if (route?.stages.some(({ included }) => included)) {
          return setAnswer({ text, found: { route, by: rules[place]! } });
        }
      }
      setAnswer({ text, found: {} });
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
