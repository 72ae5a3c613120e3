import { type DueWork, dueWork } from "@countersign/mongo/due-work";
import { Gauge } from "prom-client";

import type { StartParts } from "../shared/feature.ts";
import type { SettlingRecord } from "../shared/settling.ts";
import { calendarChangesIn } from "../calendars/index.ts";
import type { FireTimer } from "./fire-timer.ts";
import type { MoveTimers } from "./move-timers.ts";
import type { TimerRecord } from "./records.ts";
import { timersIn } from "./timers-repository.ts";

/** Fires timers when their time comes, and moves them when a calendar has changed. */
export const timerWork = ({
  db,
  logger,
  fire,
  move,
}: Pick<StartParts, "db" | "logger"> & { fire: FireTimer; move: MoveTimers }): DueWork[] => [
  dueWork<TimerRecord>({
    rows: timersIn({ db }),
    work: fire,
    failed: (err, { row, retryInMs }) => {
      const about = row && { taskId: row.taskId, rung: row.rung };
      logger.warn({ err, ...about, retryInMs }, "a timer could not take effect; this is tried again");
    },
  }),
  dueWork<SettlingRecord>({
    rows: calendarChangesIn({ db }),
    work: move,
    failed: (err, { row, retryInMs }) =>
      logger.warn(
        { err, calendarId: row?._id, retryInMs },
        "times could not be moved after a calendar changed; this is tried again",
      ),
  }),
];

/** How long the timer has been due that has waited longest: found along the index, one row. */
export function observeLateness({
  db,
  metrics: { registry },
  clock,
}: Pick<StartParts, "db" | "metrics" | "clock">): void {
  const rows = timersIn({ db });
  const late: Gauge = new Gauge({
    name: "approval_timers_late_seconds",
    help: "Seconds since the oldest timer fell due that has not taken effect; 0 where none is due",
    registers: [registry],
    collect: async () => {
      const now = clock();
      const oldest = await rows.findOne(
        { claimedUntil: { $lte: now } },
        { sort: { claimedUntil: 1 }, projection: { at: 1 }, maxTimeMS: 1_000 },
      );
      late.set(oldest === null ? 0 : (now.getTime() - oldest.at.getTime()) / 1_000);
    },
  });
}
