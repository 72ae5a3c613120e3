import type { Timer } from "@countersign/domain/approval";
import { type OpenScope, sessionOption } from "@countersign/mongo";
import type { Collection, Db } from "mongodb";

import { TIMERS, type TimerPlace, type TimerRecord, toTimerRecord } from "./records.ts";

/** Timers that come no more: all of a stage that wait or stand still, those of seats up to a rung, or some. */
export interface DroppedTimers extends TimerPlace {
  seatIds?: NonNullable<TimerRecord["seatId"]>[];
  untilRung?: number;
  rungs?: readonly number[];
}

/** The timers of stages, in a transaction or outside of any. */
export interface TimersRepository {
  /** Those of a stage since it was asked, in their order. */
  ofStage(place: TimerPlace): Promise<TimerRecord[]>;
  /** Those that are there already stay as they are. */
  add(timers: readonly TimerRecord[]): Promise<void>;
  /** Times that moved. */
  move(place: TimerPlace, timers: readonly Timer[]): Promise<void>;
  drop(timers: DroppedTimers): Promise<void>;
  /** Those that stand still, or run again; what is written again later turns nothing back. */
  turn(timers: readonly TimerRecord[]): Promise<void>;
  fired(place: TimerPlace, rung: number, firedAt: Date): Promise<void>;
}

export const timersIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<TimerRecord> =>
  db.collection<TimerRecord>(TIMERS);

const ofStage = ({ taskId, activation }: TimerPlace) => ({ taskId, activation });

export function createTimersRepository(scope: OpenScope): TimersRepository {
  const options = sessionOption(scope);
  const rows = timersIn(scope);
  return {
    ofStage: (place) => rows.find(ofStage(place), { ...options, sort: { rung: 1 } }).toArray(),
    add: async (timers) => {
      if (timers.length === 0) return;
      const upserts = timers.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true },
      }));
      await rows.bulkWrite(upserts, options);
    },
    move: async (place, timers) => {
      for (const timer of timers) {
        const { at, putOff } = toTimerRecord(place, timer);
        const waitingTimer = { ...ofStage(place), rung: timer.rung, state: "WAITING" as const };
        await rows.updateOne(
          waitingTimer,
          { $set: { at, claimedUntil: at, ...(putOff && { putOff }) }, $unset: { failures: true } },
          options,
        );
      }
    },
    drop: async ({ seatIds, untilRung, rungs, ...place }) => {
      const among = {
        ...(seatIds && { seatId: { $in: seatIds } }),
        ...(untilRung !== undefined && { rung: { $lte: untilRung } }),
        ...(rungs && { rung: { $in: [...rungs] } }),
      };
      await rows.updateMany(
        { ...ofStage(place), state: { $in: ["WAITING", "PAUSED"] }, ...among },
        { $set: { state: "DROPPED" }, $unset: { claimedUntil: true, failures: true } },
        options,
      );
    },
    turn: async (timers) => {
      for (const { _id, state, at, claimedUntil, leftMs, turns = 1 } of timers) {
        const from = state === "PAUSED" ? "WAITING" : "PAUSED";
        const $set = {
          state,
          at,
          turns,
          ...(claimedUntil && { claimedUntil }),
          ...(leftMs !== undefined && { leftMs }),
        };
        const $unset = {
          failures: true as const,
          ...(claimedUntil === undefined && { claimedUntil: true as const }),
          ...(leftMs === undefined && { leftMs: true as const }),
        };
        const earlierTurns = turns === 1 ? { $exists: false } : turns - 1;
        await rows.updateOne({ _id, state: from, turns: earlierTurns }, { $set, $unset }, options);
      }
    },
    fired: async (place, rung, firedAt) => {
      await rows.updateOne(
        { ...ofStage(place), rung },
        { $set: { state: "FIRED", firedAt }, $unset: { claimedUntil: true, failures: true } },
        options,
      );
    },
  };
}
