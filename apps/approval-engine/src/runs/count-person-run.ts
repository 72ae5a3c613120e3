import { DomainError } from "@countersign/domain/errors";
import { type Scope, sessionOption } from "@countersign/mongo";
import { text } from "@countersign/texts";

import type { Caller } from "../shared/caller.ts";
import type { PersonRuns } from "../shared/feature.ts";
import type { TransactionScope } from "../shared/transact.ts";

/** Runs that were started within a second, or within a minute. */
interface StartCount {
  at: Date;
  count: number;
}

const PERSON_RUNS = "person_runs";

/** `person_runs`: how many runs a person has started of late. */
interface PersonRunsRecord {
  /** The company's and the user's id. */
  _id: string;
  /** By second, of the last minute. */
  seconds: StartCount[];
  /** By minute, of the last day. */
  minutes: StartCount[];
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

const personRunsIn = ({ db }: Pick<Scope, "db">) => db.collection<PersonRunsRecord>(PERSON_RUNS);

/**
 * Counts a run that a person starts in its transaction, so that one that is refused does not count, and of two at once both
 * do, at whichever replicas (contract-4, MEET-13). Owners' runs are not counted.
 *
 * @throws DomainError `TOO_MANY_REQUESTS`, which says when to try again
 */
export async function countPersonRun(
  scope: TransactionScope,
  { companyId, userId }: Caller,
  { perMinute, perDay }: PersonRuns,
): Promise<void> {
  if (perMinute === 0 && perDay === 0) return;
  const { now } = scope;
  const ofPerson = { _id: `${companyId} ${userId}` };
  const storedCounts = await personRunsIn(scope).findOne(ofPerson, sessionOption(scope));
  const seconds = within(storedCounts?.seconds, now, MINUTE_MS);
  const minutes = within(storedCounts?.minutes, now, DAY_MS);
  if (perMinute > 0 && isFull(seconds, perMinute)) {
    const retryAfter = secondsUntilFree(seconds, now, MINUTE_MS);
    throw tooMany(text("passing.tooManyRuns", { maximum: perMinute, seconds: retryAfter }));
  }
  if (perDay > 0 && isFull(minutes, perDay)) {
    const retryAfter = secondsUntilFree(minutes, now, DAY_MS);
    throw tooMany(text("passing.tooManyRunsADay", { maximum: perDay, seconds: retryAfter }));
  }
  const $set = {
    seconds: withOneMore(seconds, now, SECOND_MS),
    minutes: withOneMore(minutes, now, MINUTE_MS),
  };
  await personRunsIn(scope).updateOne(ofPerson, { $set }, { ...sessionOption(scope), upsert: true });
}

const tooMany = (why: ReturnType<typeof text>) => new DomainError("TOO_MANY_REQUESTS", why);

/** The counts that still count. */
const within = (counts: readonly StartCount[] = [], now: Date, ms: number): StartCount[] =>
  counts.filter(({ at }) => at.getTime() > now.getTime() - ms);

const isFull = (counts: readonly StartCount[], most: number): boolean =>
  counts.reduce((sum, { count }) => sum + count, 0) >= most;

function secondsUntilFree([oldest]: readonly StartCount[], now: Date, ms: number): number {
  const freeMs = (oldest?.at ?? now).getTime() + ms;
  return Math.max(1, Math.ceil((freeMs - now.getTime()) / SECOND_MS));
}

/** The counts with one more, each of them for as long a time. */
function withOneMore(counts: readonly StartCount[], now: Date, ms: number): StartCount[] {
  const at = new Date(Math.floor(now.getTime() / ms) * ms);
  const last = counts.at(-1);
  if (last?.at.getTime() !== at.getTime()) return [...counts, { at, count: 1 }];
  return [...counts.slice(0, -1), { at, count: last.count + 1 }];
}
