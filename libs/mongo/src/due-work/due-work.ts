import { doubling } from "@countersign/concurrency";
import type { Collection, Filter, WithId } from "mongodb";
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
  let done = 0;
  let goesOn = true;

  async function workOn(): Promise<void> {
    while (goesOn) {
      const now = clock();
      const row = await claim(now, new Date(now.getTime() + claimMs));
      if (row === undefined) return;
      if (await work(row, now)) done += 1;
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
  return done;
}

export interface DueWorkOptions<R extends DueRow> {
  rows: Collection<R>;
  /** Fields of the rows besides their time; the collection needs an index of them and `claimedUntil`. */
  filter?: Filter<R>;
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
  /** Interval of looks for due rows without a wake, in milliseconds. Default 1000. */
  pauseMs?: number;
  /** Wait of a row whose work has failed, in milliseconds. Default: from one second, doubling, to ten minutes. */
  retryMs?: (failures: number) => number;
  clock?: () => Date;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10 * 60_000;
/** Longest wait for a store that is away, in milliseconds. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Starts working on rows when their time comes, until closed. Every replica may do so: they share the rows, and each row
 * takes effect once, because its mark commits with its effect. A row whose work fails is put off for a time that grows,
 * and does not hold others up.
 */
export function startDueWork<R extends DueRow>(options: DueWorkOptions<R>): Repeating {
  const { rows, filter, failed, claimMs = 30_000, atOnce = 4, pauseMs = 1_000 } = options;
  const { retryMs = doubling(FIRST_RETRY_MS, LONGEST_RETRY_MS), clock = () => new Date() } = options;

  async function work(row: WithId<R>): Promise<void> {
    try {
      await options.work(row);
    } catch (error) {
      const retryInMs = retryMs((row.failures ?? 0) + 1);
      failed(error, { row, retryInMs });
      await putOff(rows, row, new Date(clock().getTime() + retryInMs));
    }
  }

  return startRepeating({
    pauseMs,
    retryMs: doubling(pauseMs, Math.max(pauseMs, LONGEST_WAIT_MS)),
    failed: (error, retryInMs) => failed(error, { retryInMs }),
    work: (stopping) =>
      workDue({
        claim: (now, until) => claimDue(rows, { ...(filter && { filter }), now, until }),
        work: async (row) => {
          await work(row);
          return !stopping.aborted;
        },
        claimMs,
        clock,
        atOnce,
      }),
  });
}
