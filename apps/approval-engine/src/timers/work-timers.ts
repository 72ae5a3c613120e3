import { type Repeating, startDueWork } from "@countersign/mongo/due-work";
import { Gauge } from "prom-client";
import type { WithId } from "mongodb";

import type { TimerParts } from "../shared/feature.ts";
import type { TimerRecord } from "./records.ts";
import { timersIn } from "./timers-repository.ts";

export interface WorkTimersOptions extends Pick<TimerParts, "db" | "logger"> {
  metrics?: TimerParts["metrics"];
  fire: (row: WithId<TimerRecord>) => Promise<void>;
  /** Default: the machine's. */
  clock?: () => Date;
  /** Interval of looks for due timers, in milliseconds; default 1000. */
  pauseMs?: number;
}

/** Fires timers when their time comes, until closed. Every replica may do so: they share the rows. */
export function workTimers({
  db,
  logger,
  metrics,
  fire,
  clock = () => new Date(),
  pauseMs,
}: WorkTimersOptions): Repeating {
  const rows = timersIn({ db });
  if (metrics) observeLateness(metrics, rows, clock);
  return startDueWork<TimerRecord>({
    rows,
    work: fire,
    failed: (err, { row, retryInMs }) => {
      const about = row && { taskId: row.taskId, rung: row.rung };
      logger.warn({ err, ...about, retryInMs }, "a timer could not take effect; this is tried again");
    },
    clock,
    ...(pauseMs !== undefined && { pauseMs }),
  });
}

/** How long the timer has been due that has waited longest: found along the index, one row. */
function observeLateness(
  { registry }: NonNullable<TimerParts["metrics"]>,
  rows: ReturnType<typeof timersIn>,
  clock: () => Date,
): void {
  new Gauge({
    name: "approval_timers_late_seconds",
    help: "Seconds since the oldest timer fell due that has not taken effect; 0 where none is due",
    registers: [registry],
    async collect() {
      const now = clock();
      const oldest = await rows.findOne(
        { claimedUntil: { $lte: now } },
        { sort: { claimedUntil: 1 }, projection: { at: 1 }, maxTimeMS: 1_000 },
      );
      this.set(oldest === null ? 0 : (now.getTime() - oldest.at.getTime()) / 1_000);
    },
  });
}
