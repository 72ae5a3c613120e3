import {
  decideUpdate,
  parseVersion,
  type Platform,
  UPDATE_STATUSES,
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

/** Creates the answers to `/api/version/check` by one read's values. */
export function createCheckAnswers(
  values: VersionValues,
  downloadUrls: Readonly<Record<Platform, string | null>>,
): CheckAnswers {
  return ({ platform, version, device, acceptLanguage }, now) => {
    const rules = updateRulesOf(values, platform);
    // The question's schema has checked it.
    const installedVersion = parseVersion(version)!;
    const bucketOf = (current: string) => (device === undefined ? undefined : rolloutBucket(device, current));
    const { status, texts, until } = decideUpdate(rules, { installed: installedVersion, bucketOf }, now);
    const retryAfter = until && Math.ceil((until.getTime() - now.getTime()) / 1_000);
    const message = preferredText(texts, acceptLanguage);
    const body: z.input<typeof checkBody> = {
      status,
      current: rules.current ?? null,
      minimum: rules.minimum ?? null,
      downloadUrl: downloadUrls[platform],
      ...(message !== undefined && { message }),
      ...(retryAfter !== undefined && { retryAfter }),
    };
    return serialisedAnswer(JSON.stringify(body));
  };
}
