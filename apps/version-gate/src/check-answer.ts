import {
  decideUpdate,
  parseVersion,
  type Platform,
  PLATFORMS,
  UPDATE_STATUSES,
  type UpdateRules,
  updateRulesOf,
  type VersionNumber,
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

/** More than there are at a time: an answer for each platform, decision and language, in maintenance also for each second. */
const REMEMBERED_MAX = 1_000;

/** Remembers what was made for a key; forgets everything once that is too much. */
function createMemory<T>(): (key: string, make: (key: string) => T) => T {
  const made = new Map<string, T>();
  return (key, make) => {
    if (made.size >= REMEMBERED_MAX) made.clear();
    return made.getOrInsertComputed(key, make);
  };
}

/** Creates the answers to `/api/version/check` by one read's values. They are remembered as long as these. */
export function createCheckAnswers(
  values: VersionValues,
  downloadUrls: Readonly<Record<Platform, string | null>>,
): CheckAnswers {
  const rules = Object.fromEntries(
    PLATFORMS.map((platform) => [platform, updateRulesOf(values, platform)]),
  ) as Record<Platform, UpdateRules>;
  const installedNumber = createMemory<VersionNumber>();
  const answer = createMemory<SerialisedAnswer>();

  return ({ platform, version, device, acceptLanguage }, now) => {
    // The question's schema has checked it.
    const installed = installedNumber(version, (text) => parseVersion(text)!);
    const bucketOf = (current: string) => (device === undefined ? undefined : rolloutBucket(device, current));
    const { status, texts, until } = decideUpdate(rules[platform], { installed, bucketOf }, now);
    const retryAfter = until && Math.ceil((until.getTime() - now.getTime()) / 1_000);
    const languages = texts.length === 0 ? "" : acceptLanguage;
    const key = `${platform} ${status} ${until?.getTime()} ${retryAfter} ${languages}`;
    return answer(key, () => {
      const message = preferredText(texts, acceptLanguage);
      const body: z.input<typeof checkBody> = {
        status,
        current: rules[platform].current ?? null,
        minimum: rules[platform].minimum ?? null,
        downloadUrl: downloadUrls[platform],
        ...(message !== undefined && { message }),
        ...(retryAfter !== undefined && { retryAfter }),
      };
      return serialisedAnswer(JSON.stringify(body));
    });
  };
}
