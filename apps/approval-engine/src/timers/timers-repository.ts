import type { Timer } from "@countersign/domain/approval";
import type { Scope } from "@countersign/mongo";
import type { Collection, Db } from "mongodb";

import { TIMERS, type TimerPlace, type TimerRecord, toTimerRecord } from "./records.ts";

/** The timers of stages, in one transaction. */
export interface TimersRepository {
  /** Those of a stage since it was asked, in their order. */
  ofStage(place: TimerPlace): Promise<TimerRecord[]>;
  add(place: TimerPlace, timers: readonly Timer[]): Promise<void>;
  /** Times that moved. */
  move(place: TimerPlace, timers: readonly Timer[]): Promise<void>;
  /** Those that wait come no more: all of a stage, those of a seat, or some. */
  drop(
    place: TimerPlace,
    among?: { seatIds?: readonly TimerRecord["seatId"][]; rungs?: readonly number[] },
  ): Promise<void>;
  fired(place: TimerPlace, rung: number, firedAt: Date): Promise<void>;
}

export const timersIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<TimerRecord> =>
  db.collection<TimerRecord>(TIMERS);

const ofStage = ({ taskId, activation }: TimerPlace) => ({ taskId, activation });

export function createTimersRepository(scope: Scope): TimersRepository {
  const { session } = scope;
  const rows = timersIn(scope);
  return {
    ofStage: (place) => rows.find(ofStage(place), { session, sort: { rung: 1 } }).toArray(),
    add: async (place, timers) => {
      if (timers.length === 0) return;
      await rows.insertMany(
        timers.map((timer) => toTimerRecord(place, timer)),
        { session },
      );
    },
    move: async (place, timers) => {
      for (const timer of timers) {
        const { at, putOff } = toTimerRecord(place, timer);
        const own = { ...ofStage(place), rung: timer.rung, state: "WAITING" as const };
        await rows.updateOne(
          own,
          { $set: { at, claimedUntil: at, ...(putOff && { putOff }) }, $unset: { failures: true } },
          { session },
        );
      }
    },
    drop: async (place, { seatIds, rungs } = {}) => {
      const among = {
        ...(seatIds && { seatId: { $in: seatIds } }),
        ...(rungs && { rung: { $in: [...rungs] } }),
      };
      await rows.updateMany(
        { ...ofStage(place), state: "WAITING", ...among },
        { $set: { state: "DROPPED" }, $unset: { claimedUntil: true, failures: true } },
        { session },
      );
    },
    fired: async (place, rung, firedAt) => {
      await rows.updateOne(
        { ...ofStage(place), rung },
        { $set: { state: "FIRED", firedAt }, $unset: { claimedUntil: true, failures: true } },
        { session },
      );
    },
  };
}
