import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Calendar, workingTimeBetween } from "../calendar/index.ts";
import type { Ladder } from "./ladder.ts";
import { type Timer, dueStep, movedBy, pauseTimers, remindersOf, resumeTimers, timersOf } from "./timers.ts";

const HOUR_MS = 3_600_000;
/** A Monday. */
const at = (time: string) => Date.parse(`2026-03-02T${time}Z`);
const OFFICE: Calendar = {
  timeZone: "UTC",
  week: (["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"] as const).map((day) => ({
    day,
    from: "09:00",
    to: "17:00",
  })),
  days: [],
};
const FULL: Ladder = {
  remind: [{ hours: 1 }, { hours: 2 }],
  escalate: { after: { hours: 4 }, to: { manager: true }, mode: "STAND_IN", levels: 2 },
  atEnd: "REJECT",
  endAfter: { hours: 10 },
};

const lineOf = ({ rung, action, atMs, state }: Timer) =>
  `${rung} ${action} ${new Date(atMs).toISOString().slice(5, 16)}${state === "WAITING" ? "" : ` ${state}`}`;
const changed = (timers: readonly Timer[], changes: readonly Timer[]) =>
  timers.map((timer) => changes.find(({ rung }) => rung === timer.rung) ?? timer);

/** The timers after the moment, as an engine that comes back then leaves them, and what took effect. */
function lookedAt(timers: readonly Timer[], nowMs: number, calendar?: Calendar) {
  const fired: string[] = [];
  let current = timers;
  for (;;) {
    const { fire, drop, putOff } = dueStep(current, { nowMs, calendar });
    if (fire === undefined) return { fired, timers: current };
    fired.push(lineOf(fire));
    const dropped = drop.map((timer): Timer => Object.assign({}, timer, { state: "DROPPED" } as const));
    current = changed(changed(changed(current, putOff), dropped), [{ ...fire, state: "FIRED" }]);
  }
}

describe("the rungs of a ladder", () => {
  it("are reckoned from asking, the second level from the first, and stand in their order [TIME-3]", () => {
    expect(timersOf(FULL, undefined, at("00:00")).map(lineOf)).toEqual([
      "1 REMIND 03-02T01:00",
      "2 REMIND 03-02T02:00",
      "3 ESCALATE 03-02T04:00",
      "4 ESCALATE 03-02T08:00",
      "5 END 03-02T10:00",
    ]);
  });

  it("of other units fire directly after the rung before, where they would come earlier [TIME-3]", () => {
    const ladder: Ladder = { remind: [{ businessDays: 2 }, { hours: 3 }] };
    expect(timersOf(ladder, OFFICE, at("10:00")).map(lineOf)).toEqual([
      "1 REMIND 03-04T17:00",
      "2 REMIND 03-04T17:00",
    ]);
  });

  it("are left out where the calendar never reaches their end, so that no verdict fails [TIME-3]", () => {
    const never: Calendar = {
      timeZone: "UTC",
      week: [],
      days: [{ date: "2026-03-02", from: "09:00", to: "09:01" }],
    };
    const ladder: Ladder = { ...FULL, remind: [{ businessHours: 8 }, { hours: 2 }] };
    expect(timersOf(ladder, never, at("08:00")).map(({ action }) => action)).toEqual([
      "REMIND",
      "ESCALATE",
      "ESCALATE",
      "END",
    ]);
  });

  it("of a seat that was given away begin anew, behind those of the stage [TIME-4]", () => {
    const own = remindersOf(FULL, undefined, { seatId: "seat", fromMs: at("03:00"), afterRung: 5 });
    expect(own.map(lineOf)).toEqual(["6 REMIND 03-02T04:00", "7 REMIND 03-02T05:00"]);
    expect(own.every(({ seatId }) => seatId === "seat")).toBe(true);
  });
});

describe("timers that are due", () => {
  const timers = timersOf(FULL, undefined, at("00:00"));

  it("fire one after the other while somebody looks [TIME-4]", () => {
    let current: readonly Timer[] = timers;
    const fired: string[] = [];
    for (let nowMs = at("00:00"); nowMs <= at("11:00"); nowMs += 1_000) {
      const looked = lookedAt(current, nowMs);
      fired.push(...looked.fired);
      current = looked.timers;
    }
    expect(fired).toEqual(timers.map(lineOf));
  });

  it("after an outage are the newest reminder alone; the others follow at their distances [TIME-4]", () => {
    const { fired, timers: left } = lookedAt(timers, at("20:00"));
    expect(fired).toEqual(["2 REMIND 03-02T02:00"]);
    expect(left.map(lineOf)).toEqual([
      "1 REMIND 03-02T01:00 DROPPED",
      "2 REMIND 03-02T02:00 FIRED",
      "3 ESCALATE 03-02T22:00",
      "4 ESCALATE 03-03T02:00",
      "5 END 03-03T04:00",
    ]);
  });

  it("come an hour of working time after the reminder at the earliest [TIME-4]", () => {
    const close: Ladder = { remind: [{ hours: 1 }], atEnd: "REJECT", endAfter: { hours: 1.1 } };
    const [, end] = lookedAt(timersOf(close, OFFICE, at("09:00")), at("16:30"), OFFICE).timers;
    expect(lineOf(end!)).toBe("2 END 03-03T09:30");
  });

  it("that had no reminder before them are the first rung alone [TIME-4]", () => {
    const { remind: _none, ...ladder } = FULL;
    const { fired, timers: left } = lookedAt(timersOf(ladder, undefined, at("00:00")), at("20:00"));
    expect(fired).toEqual(["1 ESCALATE 03-02T04:00"]);
    expect(left.map(lineOf).slice(1)).toEqual(["2 ESCALATE 03-03T00:00", "3 END 03-03T02:00"]);
  });

  it("are late only where an earlier rung had not fired when they fell due [TIME-4]", () => {
    const looked = lookedAt(timers, at("03:59"));
    expect(looked.fired).toEqual(["2 REMIND 03-02T02:00"]);
    expect(lookedAt(looked.timers, at("07:00")).fired).toEqual(["3 ESCALATE 03-02T04:00"]);
  });

  it("of one seat are looked at by themselves [TIME-4]", () => {
    const both = [
      ...timers,
      ...remindersOf(FULL, undefined, { seatId: "seat", fromMs: at("00:30"), afterRung: 5 }),
    ];
    const step = dueStep(both, { nowMs: at("20:00"), calendar: undefined, seatId: "seat" });
    expect([step.fire, ...step.drop].map((timer) => timer && lineOf(timer))).toEqual([
      "7 REMIND 03-02T02:30",
      "6 REMIND 03-02T01:30",
    ]);
    expect(step.putOff).toEqual([]);
  });

  it("never come twice, nor the end before its hour after a reminder, whenever somebody looks [TIME-4]", () => {
    const looks = fc.array(fc.integer({ min: 0, max: 60 * 60 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(looks, fc.boolean(), (minutes, isOffice) => {
        const calendar = isOffice ? OFFICE : undefined;
        let current: readonly Timer[] = timersOf(FULL, calendar, at("09:00"));
        let lastMs = 0;
        const happened: { rung: number; action: string; nowMs: number; wasLate: boolean }[] = [];
        for (const minute of minutes.toSorted((a, b) => a - b)) {
          const nowMs = at("09:00") + minute * 60_000;
          for (;;) {
            const due = current.filter(({ state, atMs }) => state === "WAITING" && atMs <= nowMs);
            const { fire, drop, putOff } = dueStep(current, { nowMs, calendar });
            if (fire === undefined) break;
            happened.push({
              rung: fire.rung,
              action: fire.action,
              nowMs,
              wasLate: due.length > 1 + drop.length,
            });
            const dropped = drop.map((timer): Timer =>
              Object.assign({}, timer, { state: "DROPPED" } as const),
            );
            current = changed(changed(changed(current, putOff), dropped), [{ ...fire, state: "FIRED" }]);
          }
          expect(nowMs).toBeGreaterThanOrEqual(lastMs);
          lastMs = nowMs;
        }
        const rungs = happened.map(({ rung }) => rung);
        expect(rungs).toEqual([...new Set(rungs)].toSorted((a, b) => a - b));
        for (const [index, { nowMs, wasLate }] of happened.entries()) {
          const next = happened[index + 1];
          if (!wasLate || next === undefined) continue;
          const [from, until] = [nowMs, next.nowMs].map((ms) => Temporal.Instant.fromEpochMilliseconds(ms));
          expect(workingTimeBetween(calendar, from!, until!)).toBeGreaterThanOrEqual(HOUR_MS);
        }
      }),
    );
  });
});

describe("a pause", () => {
  it("keeps the working time that was left, whatever the clock shows [TIME-4]", () => {
    const [end] = timersOf({ dueIn: { businessHours: 4 }, atEnd: "REJECT" }, OFFICE, at("15:00"));
    const stopped = pauseTimers([end!], at("16:00"), OFFICE);
    expect(stopped[0]).toMatchObject({ state: "PAUSED", leftMs: 3 * HOUR_MS });
    expect(dueStep(stopped, { nowMs: at("23:00") + 100 * HOUR_MS, calendar: OFFICE }).fire).toBeUndefined();
    const saturday = at("12:00") + 5 * 24 * HOUR_MS;
    expect(resumeTimers(stopped, saturday, OFFICE).map(lineOf)).toEqual(["1 END 03-09T12:00"]);
  });

  it("changes nothing where it takes no time [TIME-4]", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), (quarters) => {
        const timers = timersOf(FULL, OFFICE, at("09:00"));
        const nowMs = at("09:00") + quarters * 15 * 60_000;
        const again = resumeTimers(pauseTimers(timers, nowMs, OFFICE), nowMs, OFFICE);
        const from = Temporal.Instant.fromEpochMilliseconds(nowMs);
        for (const [index, timer] of again.entries()) {
          const before = timers[index]!;
          const left = workingTimeBetween(OFFICE, from, Temporal.Instant.fromEpochMilliseconds(before.atMs));
          const now = workingTimeBetween(OFFICE, from, Temporal.Instant.fromEpochMilliseconds(timer.atMs));
          expect([timer.state, now]).toEqual(["WAITING", left]);
        }
      }),
    );
  });
});

describe("a changed calendar", () => {
  const ladder: Ladder = {
    remind: [{ businessHours: 1 }, { businessHours: 4 }],
    atEnd: "REJECT",
    endAfter: { businessHours: 12 },
  };
  const timers = timersOf(ladder, OFFICE, at("09:00"));
  const closedOn = (date: string): Calendar => ({
    ...OFFICE,
    days: [{ date, closed: true, name: "Closed" }],
  });

  it("moves the rungs that have not fired, never before now [TIME-4]", () => {
    const fired = changed(timers, [{ ...timers[0]!, state: "FIRED" }]);
    const later = movedBy(fired, ladder, { calendar: closedOn("2026-03-03"), nowMs: at("11:00") });
    expect(later.map(lineOf)).toEqual(["3 END 03-04T13:00"]);
    const earlier = movedBy(fired, ladder, { calendar: undefined, nowMs: at("14:00") });
    expect(earlier.map(lineOf)).toEqual(["2 REMIND 03-02T14:00", "3 END 03-02T21:00"]);
  });

  it("moves none that was put off after an outage, and none that is paused [TIME-4]", () => {
    const late = lookedAt(timers, at("09:00") + 48 * HOUR_MS, OFFICE).timers;
    expect(movedBy(late, ladder, { calendar: undefined, nowMs: at("10:00") })).toEqual([]);
    expect(
      movedBy(pauseTimers(timers, at("10:00"), OFFICE), ladder, { calendar: undefined, nowMs: at("10:00") }),
    ).toEqual([]);
  });

  it("moves reminders of one seat from the moment it was given away [TIME-4]", () => {
    const own = remindersOf(ladder, OFFICE, { seatId: "seat", fromMs: at("11:00"), afterRung: 3 });
    const moved = movedBy([...timers, ...own], ladder, {
      calendar: closedOn("2026-03-02"),
      nowMs: at("11:00"),
    });
    expect(moved.filter(({ seatId }) => seatId).map(lineOf)).toEqual([
      "4 REMIND 03-03T10:00",
      "5 REMIND 03-03T13:00",
    ]);
  });
});
