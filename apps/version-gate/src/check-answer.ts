import {
  decideUpdate,
  type Platform,
  PLATFORMS,
  UPDATE_STATUSES,
  type UpdateRules,
  updateRulesOf,
} from "@countersign/domain/settings";
import type { VersionValues } from "@countersign/settings";
import { z } from "zod";
import type { CheckQuestion } from "./check-question.ts";
import { preferredText } from "./preferred-text.ts";
import { rolloutBucket } from "./rollout-bucket.ts";
import { type SerialisedAnswer, serialisedAnswer } from "./serialised-answer.ts";

/** The body of `/api/version/check`. */
export const checkBody = z.object({
  status: z.enum(UPDATE_STATUSES).describe("What the app does next."),
  current: z.string().nullable().describe("The current version; null before the first one is published."),
  minimum: z.string().nullable().describe("The lowest version that works; null when every one does."),
  downloadUrl: z.url().nullable().describe("Where the app is downloaded; null for the web, which reloads."),
  message: z.string().optional().describe("What to show, in the language that the client prefers."),
  retryAfter: z.int().positive().optional().describe("Whole seconds until the maintenance ends."),
});

/** Answers a question at a moment. */
export type CheckAnswers = (question: CheckQuestion, now: Date) => SerialisedAnswer;

/** Few answers differ: by platform, status and language, and in maintenance by second. */
const ANSWERS_MAX = 256;

/** Creates the answers to `/api/version/check` by one read's values. They are kept as long as these. */
export function createCheckAnswers(
  values: VersionValues,
  downloadUrls: Readonly<Record<Platform, string | null>>,
): CheckAnswers {
  const rules = Object.fromEntries(
    PLATFORMS.map((platform) => [platform, updateRulesOf(values, platform)]),
  ) as Record<Platform, UpdateRules>;
  const answers = new Map<string, SerialisedAnswer>();

  function answerOf(body: string): SerialisedAnswer {
    if (answers.size >= ANSWERS_MAX) answers.clear();
    return answers.getOrInsertComputed(body, serialisedAnswer);
  }

  return ({ platform, version, device, acceptLanguage }, now) => {
    const bucketOf = (current: string) => (device === undefined ? undefined : rolloutBucket(device, current));
    const decision = decideUpdate(rules[platform], { installed: version, bucketOf }, now);
    const message = preferredText(decision.texts, acceptLanguage);
    const body: z.input<typeof checkBody> = {
      status: decision.status,
      current: rules[platform].current ?? null,
      minimum: rules[platform].minimum ?? null,
      downloadUrl: downloadUrls[platform],
      ...(message !== undefined && { message }),
      ...(decision.retryAfter !== undefined && { retryAfter: decision.retryAfter }),
    };
    return answerOf(JSON.stringify(body));
  };
}
