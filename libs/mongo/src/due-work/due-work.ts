import { doubling } from "@countersign/concurrency";
import type { Collection, Db, WithId } from "mongodb";
import { isStoreUnavailable } from "../errors.ts";
import { claimDue, type DueRow, putOff } from "./due-rows.ts";
import { type Repeating, startRepeating } from "./repeating.ts";

export interface DueRound<R> {
  /** Claims one row; undefined if none is due. */
  claim: (now: Date, until: Date) => Promise<R | undefined>;
  /** @returns whether to go on with further rows */
  work: (row: R, claimedAt: Date) => Promise<boolean>;
  /** How long a row belongs to the one who claimed it, in milliseconds: longer than its work takes. */
  claimMs: number;
  clock: () => Date;
  /** Rows that are worked on side by side. Default 1. */
  atOnce?: number;
}

/**
 * Works on due rows until none is due. Replicas that do so at once share the rows, since each claim is of one row.
 *
 * @returns how many works wanted to go on
 * @throws the first failure of a claim or a work, when the works in progress have ended; their rows are due again at the
 *   end of their claims
 */
export async function workDue<R>({ claim, work, claimMs, clock, atOnce = 1 }: DueRound<R>): Promise<number> {
  let doneCount = 0;
  let goesOn = true;

  async function workOn(): Promise<void> {
    while (goesOn) {
      const now = clock();
      const row = await claim(now, new Date(now.getTime() + claimMs));
      if (row === undefined) return;
      if (await work(row, now)) doneCount += 1;
      else goesOn = false;
    }
  }

  const workers = Array.from({ length: atOnce }, async () => {
    try {
      await workOn();
    } catch (error) {
      goesOn = false;
      throw error;
    }
  });
  for (const result of await Promise.allSettled(workers)) {
    if (result.status === "rejected") throw result.reason;
  }
  return doneCount;
}

/** Work on the rows of one collection. */
export interface DueWorkOfRows<R extends DueRow> {
  /** The collection needs {@link DUE_INDEX}. */
  rows: Collection<R>;
  /**
   * The work of one row: a transaction with its effect and `markDone`. A row may come again, after a kill or a failure,
   * and also while a transaction of an ended claim still runs; only the mark counts.
   */
  work: (row: WithId<R>) => Promise<unknown>;
  /** Called for each failure: of a row's work, or, without a row, of the store. */
  failed: (error: unknown, about: { row?: WithId<R>; retryInMs: number }) => void;
  /** How long a row belongs to the one who claimed it, in milliseconds: longer than its work takes. Default 30 000. */
  claimMs?: number;
  /** Rows that this replica works on side by side. Default 4. */
  atOnce?: number;
  /** Wait of a row whose work has failed, in milliseconds. Default: from one second, doubling, to ten minutes. */
  retryMs?: (failures: number) => number;
}

/** Work on the rows of a collection, as {@link startDueWork} takes it. */
export interface DueWork {
  /** Name of the collection. */
  collection: string;
  /** By which it is woken; absent for work that is not. */
  name?: string;
  /** Works until no row is due. Never throws. */
  workRound: (round: { clock: () => Date; stopping: AbortSignal; pauseMs: number }) => Promise<void>;
}

/** Work by time in progress. */
export interface DueWorking extends Repeating {
  /** Begins the work of this name without a look, or once more at the end of its round in progress. */
  wakeWork(name: string): void;
}

export interface DueWorkOptions {
  db: Pick<Db, "collection">;
  works: readonly DueWork[];
  /** Called when the store could not be asked what is due. */
  failed: (error: unknown, retryInMs: number) => void;
  /** Interval of looks for due rows, in milliseconds. Default 1000. */
  pauseMs?: number;
  clock?: () => Date;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10 * 60_000;
/** Longest wait for a store that is away, in milliseconds. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Work on due rows of a collection. Each row takes effect once, because its mark commits with its effect. A row whose work
 * fails is put off for a time that grows, and does not hold others up.
 */
export function dueWork<R extends DueRow>(options: DueWorkOfRows<R>): DueWork {
  const { rows, failed, claimMs = 30_000, atOnce = 4 } = options;
  const { retryMs = doubling(FIRST_RETRY_MS, LONGEST_RETRY_MS) } = options;

  async function work(row: WithId<R>, clock: () => Date): Promise<void> {
    try {
      await options.work(row);
    } catch (error) {
      const retryInMs = retryMs((row.failures ?? 0) + 1);
      failed(error, { row, retryInMs });
      await putOff(rows, row, new Date(clock().getTime() + retryInMs));
    }
  }

  return {
    collection: rows.collectionName,
    async workRound({ clock, stopping, pauseMs }) {
      try {
        await workDue({
          claim: (now, until) => claimDue(rows, { now, until }),
          work: async (row) => {
            await work(row, clock);
            return !stopping.aborted;
          },
          claimMs,
          clock,
          atOnce,
        });
      } catch (error) {
        failed(error, { retryInMs: pauseMs });
      }
    },
  };
}

/**
 * Starts working on the rows of several collections when their time comes, until closed (contract-4, ONE-7). One command a
 * pause looks where something is due; rows are claimed there alone. Every replica may do so: they share the rows. One work
 * does not hold up another, also where both are of one collection.
 */
export function startDueWork({
  db,
  works,
  failed,
  pauseMs = 1_000,
  clock = () => new Date(),
}: DueWorkOptions): DueWorking {
  const inProgress = new Map<DueWork, Promise<void>>();
  const wokenAgain = new Set<DueWork>();
  const stop = new AbortController();
  const { signal: stopping } = stop;
  const begin = (work: DueWork): void => {
    const round = work.workRound({ clock, stopping, pauseMs }).finally(() => {
      inProgress.delete(work);
      if (wokenAgain.delete(work) && !stopping.aborted) begin(work);
    });
    inProgress.set(work, round);
  };
  const looking = startRepeating({
    pauseMs,
    retryMs: doubling(pauseMs, Math.max(pauseMs, LONGEST_WAIT_MS)),
    failed,
    work: async () => {
      const idleWorks = works.filter((work) => !inProgress.has(work));
      const dueCollections = await findDue(db, [...new Set(idleWorks.map(({ collection }) => collection))], {
        now: clock(),
        failed: (error) => failed(error, pauseMs),
      });
      for (const work of idleWorks) {
        if (dueCollections.has(work.collection) && !inProgress.has(work)) begin(work);
      }
    },
  });
  return {
    wake: () => looking.wake(),
    wakeWork: (name) => {
      if (stopping.aborted) return;
      for (const work of works) {
        if (work.name !== name) continue;
        if (inProgress.has(work)) wokenAgain.add(work);
        else begin(work);
      }
    },
    close: async () => {
      stop.abort();
      await looking.close();
      await Promise.all(inProgress.values());
    },
  };
}

/** The collections that have due rows. Where one of them cannot be read, the others are asked by themselves. */
async function findDue(
  db: Pick<Db, "collection">,
  collections: readonly string[],
  { now, failed }: { now: Date; failed: (error: unknown) => void },
): Promise<ReadonlySet<string>> {
  try {
    return await dueAmong(db, collections, now);
  } catch (error) {
    if (isStoreUnavailable(error)) throw error;
    const looks = collections.map(async (collection) => dueAmong(db, [collection], now));
    const outcomes = await Promise.allSettled(looks);
    if (outcomes.every(({ status }) => status === "rejected")) throw error;
    failed(error);
    return outcomes.reduce(
      (dueCollections, look) =>
        look.status === "fulfilled" ? dueCollections.union(look.value) : dueCollections,
      new Set<string>(),
    );
  }
}

/** One command, which reads at most one row of each collection along its index. */
async function dueAmong(
  db: Pick<Db, "collection">,
  collections: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const [first, ...otherCollections] = collections;
  if (first === undefined) return new Set();
  const dueIn = (collection: string) => [
    { $match: { claimedUntil: { $lte: now } } },
    { $limit: 1 },
    { $group: { _id: collection } },
  ];
  const unions = otherCollections.map((collection) => ({
    $unionWith: { coll: collection, pipeline: dueIn(collection) },
  }));
  const dueCollections = await db
    .collection(first)
    .aggregate<{ _id: string }>([...dueIn(first), ...unions])
    .toArray();
  return new Set(dueCollections.map(({ _id }) => _id));
}
