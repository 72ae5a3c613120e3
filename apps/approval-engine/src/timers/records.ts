import { type Timer, type TimerAction, type TimerState } from "@countersign/domain/approval";
import { DUE_INDEX, type DueRow } from "@countersign/mongo/due-work";
import { type IndexPlan, toHex, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

export const TIMERS = "approval_timers";

/** `approval_timers`: the rungs of a stage's ladder, since each time that it was asked (contract-3, TIME-4). */
export interface TimerRecord extends DueRow {
  /** Task, activation and rung: what is written twice is the same row. */
  _id: string;
  companyId: ObjectId;
  taskId: ObjectId;
  activation: number;
  rung: number;
  action: TimerAction;
  /** Which reminder, from 0, or which level, from 1. */
  step: number;
  /** Of reminders that began anew with one seat. */
  seatId?: ObjectId;
  /** The moment from which it is reckoned. */
  from: Date;
  at: Date;
  state: TimerState;
  putOff?: true;
  /** Of a paused one: the working time that was left, in milliseconds. */
  leftMs?: number;
  /** How often it stood still or ran again; absent: never. */
  turns?: number;
  /** When it took effect. */
  firedAt?: Date;
}

/** The stage that a timer is of. */
export type TimerPlace = Pick<TimerRecord, "companyId" | "taskId" | "activation">;

export const TIMER_INDEXES: readonly IndexPlan[] = [
  {
    collection: TIMERS,
    indexes: [DUE_INDEX, { key: { taskId: 1, activation: 1, rung: 1 }, name: "of_task" }],
  },
  {
    collection: "workflow_runs",
    indexes: [
      // Stages whose times a changed calendar moves; only those that a calendar reckons.
      {
        key: { calendarId: 1, _id: 1 },
        name: "by_calendar",
        partialFilterExpression: { calendarId: { $exists: true } },
      },
    ],
  },
];

const idOf = ({ taskId, activation }: TimerPlace, { rung }: Pick<Timer, "rung">) =>
  `${toHex(taskId)} ${activation} ${rung}`;

export function toTimerRecord(place: TimerPlace, timer: Timer): TimerRecord {
  const { rung, action, step, seatId, fromMs, atMs, state, isPutOff, leftMs } = timer;
  const at = new Date(atMs);
  return {
    _id: idOf(place, timer),
    ...place,
    rung,
    action,
    step,
    ...(seatId !== undefined && { seatId: toObjectId(seatId) }),
    from: new Date(fromMs),
    at,
    state,
    ...(isPutOff && { putOff: true }),
    ...(leftMs !== undefined && { leftMs }),
    ...(state === "WAITING" && { claimedUntil: at }),
  };
}

export function toTimer({ rung, action, step, seatId, from, at, state, putOff, leftMs }: TimerRecord): Timer {
  return {
    rung,
    action,
    step,
    ...(seatId && { seatId: toHex(seatId) }),
    fromMs: from.getTime(),
    atMs: at.getTime(),
    state,
    ...(putOff && { isPutOff: putOff }),
    ...(leftMs !== undefined && { leftMs }),
  };
}
