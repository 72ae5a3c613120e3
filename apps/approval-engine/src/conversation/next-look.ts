import { CHANGES_WANTED_MS, type WantedChanges } from "@countersign/domain/approval";

/** How often a wish of somebody who stands in for another is looked at: their substitution may end. */
const STAND_IN_LOOK_MS = 15 * 60_000;

/** When changes that are wanted are looked at again: once their time is over, earlier where a substitute wants them. */
export function nextLook(
  { sinceMs, askerId, principalId }: Pick<WantedChanges, "sinceMs" | "askerId" | "principalId">,
  now: Date,
): Date {
  const endMs = sinceMs + CHANGES_WANTED_MS;
  return new Date(askerId === principalId ? endMs : Math.min(endMs, now.getTime() + STAND_IN_LOOK_MS));
}
