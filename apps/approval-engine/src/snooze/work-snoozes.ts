import { type Repeating, startDueWork } from "@countersign/mongo/due-work";

import type { TimerParts } from "../shared/feature.ts";
import type { EndSnooze } from "./end-snooze.ts";
import { type SnoozeRowRecord, snoozesIn } from "./records.ts";

export interface WorkSnoozesOptions extends Pick<TimerParts, "db" | "logger"> {
  end: EndSnooze;
  /** Default: the machine's. */
  clock?: () => Date;
  /** Interval of looks for snoozes that end, in milliseconds; default 1000. */
  pauseMs?: number;
}

/** Ends snoozes when their time comes, until closed. Every replica may do so: they share the rows. */
export function workSnoozes({ db, logger, end, clock, pauseMs }: WorkSnoozesOptions): Repeating {
  return startDueWork<SnoozeRowRecord>({
    rows: snoozesIn({ db }),
    work: end,
    failed: (err, { row, retryInMs }) => {
      const about = row && { taskId: row.taskId };
      logger.warn({ err, ...about, retryInMs }, "a snooze could not be ended; this is tried again");
    },
    ...(clock && { clock }),
    ...(pauseMs !== undefined && { pauseMs }),
  });
}
