import {
  type Calendar,
  type Duration,
  afterWorkingTime,
  dueAfter,
  workingTimeBetween,
} from "../calendar/index.ts";
import { DomainError } from "../errors/index.ts";
import { type Ladder, endOf } from "./ladder.ts";
import type { Id } from "./types.ts";

export const TIMER_ACTIONS = ["REMIND", "ESCALATE", "END"] as const;
export type TimerAction = (typeof TIMER_ACTIONS)[number];

export const TIMER_STATES = ["WAITING", "PAUSED", "FIRED", "DROPPED"] as const;
/** `DROPPED`: its stage was left before, or a newer reminder went out instead. */
export type TimerState = (typeof TIMER_STATES)[number];

/** One rung of a stage's ladder, since the stage was last asked (contract-3, TIME-4). Times: milliseconds since 1970. */
export interface Timer {
  /** Its place in the ladder, 1 first; reminders of a reassigned seat follow the others. */
  rung: number;
  action: TimerAction;
  /** Which reminder, from 0, or which level, from 1. */
  step: number;
  /** Of reminders that began anew with one seat; absent: for the whole stage. */
  seatId?: Id;
  /** The moment from which it is reckoned. */
  fromMs: number;
  atMs: number;
  state: TimerState;
  /** It was put off because an earlier rung was late: a change of the calendar does not move it. */
  isPutOff?: true;
  /** Of a paused one: the working time that was left. */
  leftMs?: number;
}

const HOUR_MS = 3_600_000;

const instantOf = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms);

/**
 * When a duration ends. A calendar that has too little working time for it, after a change, gives it no end: a verdict does
 * not fail because of a calendar.
 */
export function endAfter(
  calendar: Calendar | undefined,
  fromMs: number,
  duration: Duration | undefined,
): number | undefined {
  if (duration === undefined) return undefined;
  try {
    return dueAfter(calendar, instantOf(fromMs), duration).epochMilliseconds;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** The rungs of a ladder for a stage that is asked now, in their order; one never comes before its predecessor. */
export function timersOf(ladder: Ladder, calendar: Calendar | undefined, askedMs: number): Timer[] {
  const timers: Timer[] = [];
  const add = (action: TimerAction, step: number, fromMs: number, duration: Duration | undefined) => {
    const endMs = endAfter(calendar, fromMs, duration);
    if (endMs === undefined) return;
    const atMs = Math.max(endMs, timers.at(-1)?.atMs ?? 0);
    timers.push({ rung: timers.length + 1, action, step, fromMs, atMs, state: "WAITING" });
  };
  for (const [step, after] of (ladder.remind ?? []).entries()) add("REMIND", step, askedMs, after);
  let fromMs = askedMs;
  for (let level = 1; ladder.escalate && level <= (ladder.escalate.levels ?? 1); level += 1) {
    add("ESCALATE", level, fromMs, ladder.escalate.after);
    fromMs = timers.at(-1)?.atMs ?? fromMs;
  }
  add("END", 0, askedMs, endOf(ladder));
  return timers;
}

/** The reminders of a seat that was given to somebody else: they begin anew (TIME-4). */
export function remindersOf(
  ladder: Ladder,
  calendar: Calendar | undefined,
  { seatId, fromMs, afterRung }: { seatId: Id; fromMs: number; afterRung: number },
): Timer[] {
  const { remind = [] } = ladder;
  return timersOf({ remind }, calendar, fromMs).map((timer, place) =>
    Object.assign(timer, { seatId, rung: afterRung + 1 + place }),
  );
}

/** The step that the timers of a stage take at a moment: at most one takes effect. */
export interface DueStep {
  fire?: Timer;
  /** Reminders in whose place a newer one goes out. */
  drop: readonly Timer[];
  /** Those that are put off, with their new times. */
  putOff: readonly Timer[];
}

/**
 * The next step of a stage whose timers may be late (TIME-4). Rungs are late where an earlier one had not fired when they
 * fell due: then only the newest reminder goes out, and those that come after the rung that fires are put off until the
 * distance of the two has passed again, an hour of working time at least.
 *
 * @param timers - all of the stage since it was asked
 * @param seatId - look at the reminders of this seat; absent: at those of the stage
 */
export function dueStep(
  timers: readonly Timer[],
  { nowMs, calendar, seatId }: { nowMs: number; calendar: Calendar | undefined; seatId?: Id | undefined },
): DueStep {
  const waitingTimers = timers
    .filter((timer) => timer.seatId === seatId && timer.state === "WAITING")
    .toSorted((left, right) => left.rung - right.rung);
  const due = waitingTimers.filter(({ atMs }) => atMs <= nowMs);
  const newest = due.findLast(({ action }) => action === "REMIND");
  const fire = newest ?? due[0];
  if (fire === undefined) return { drop: [], putOff: [] };
  const drop = due.filter((timer) => timer.action === "REMIND" && timer !== fire);
  const later = waitingTimers.filter((timer) => timer.rung > fire.rung);
  const isLate = later.some(({ atMs }) => atMs <= nowMs);
  return { fire, drop, putOff: isLate ? putOff(fire, later, nowMs, calendar) : [] };
}

/** The rungs after one that fires late, each at its distance from the one before. */
function putOff(
  fire: Timer,
  later: readonly Timer[],
  nowMs: number,
  calendar: Calendar | undefined,
): Timer[] {
  const movedTimers: Timer[] = [];
  let plannedMs = fire.atMs;
  let previousMs = nowMs;
  for (const timer of later) {
    const distance = workingTimeBetween(calendar, instantOf(plannedMs), instantOf(timer.atMs));
    const earliest = workedFrom(calendar, previousMs, Math.max(distance, HOUR_MS));
    plannedMs = timer.atMs;
    previousMs = Math.max(timer.atMs, earliest);
    if (previousMs > timer.atMs) movedTimers.push({ ...timer, atMs: previousMs, isPutOff: true });
  }
  return movedTimers;
}

/** When so much working time after a moment is over. A calendar that has too little of it, after a change, counts no longer. */
export function workedFrom(calendar: Calendar | undefined, fromMs: number, ms: number): number {
  try {
    return afterWorkingTime(calendar, instantOf(fromMs), ms).epochMilliseconds;
  } catch (error) {
    if (error instanceof DomainError) return fromMs + ms;
    throw error;
  }
}

/** The timers once the stage pauses: those that wait keep the working time that is left (TIME-4). */
export function pauseTimers(
  timers: readonly Timer[],
  nowMs: number,
  calendar: Calendar | undefined,
): Timer[] {
  return timers.map((timer) => {
    if (timer.state !== "WAITING") return timer;
    const leftMs = workingTimeBetween(calendar, instantOf(nowMs), instantOf(timer.atMs));
    return { ...timer, state: "PAUSED", leftMs };
  });
}

/** The timers once a pause ends: the working time that was left begins to run. */
export function resumeTimers(
  timers: readonly Timer[],
  nowMs: number,
  calendar: Calendar | undefined,
): Timer[] {
  return timers.map((timer) => {
    if (timer.state !== "PAUSED") return timer;
    const { leftMs = 0, ...keptFields } = timer;
    return {
      ...keptFields,
      state: "WAITING",
      atMs: leftMs > 0 ? workedFrom(calendar, nowMs, leftMs) : nowMs,
    };
  });
}

/** The timers that wait, as a changed calendar has them: never before now (TIME-4). Those that it does not move are left out. */
export function movedBy(
  timers: readonly Timer[],
  ladder: Ladder,
  { calendar, nowMs }: { calendar: Calendar | undefined; nowMs: number },
): Timer[] {
  const key = ({ action, step }: Timer) => `${action} ${step}`;
  const anew = new Map<number, ReadonlyMap<string, number>>();
  const plannedFrom = (fromMs: number, timer: Timer): ReadonlyMap<string, number> => {
    const of = timer.seatId === undefined ? ladder : { remind: ladder.remind };
    const plannedTimes =
      anew.get(fromMs) ??
      new Map(timersOf(of, calendar, fromMs).map((timerAnew) => [key(timerAnew), timerAnew.atMs]));
    anew.set(fromMs, plannedTimes);
    return plannedTimes;
  };
  const askedMs = Math.min(
    ...timers.filter(({ seatId }) => seatId === undefined).map(({ fromMs }) => fromMs),
  );
  return timers.flatMap((timer) => {
    if (timer.state !== "WAITING" || timer.isPutOff) return [];
    const plannedMs = plannedFrom(timer.seatId === undefined ? askedMs : timer.fromMs, timer).get(key(timer));
    const atMs = Math.max(plannedMs ?? timer.atMs, nowMs);
    return plannedMs === undefined || atMs === timer.atMs ? [] : [{ ...timer, atMs }];
  });
}
