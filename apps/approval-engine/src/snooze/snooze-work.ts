import { type DueWork, dueWork } from "@countersign/mongo/due-work";

import type { StartParts } from "../shared/feature.ts";
import type { EndSnooze } from "./end-snooze.ts";
import { type SnoozeRowRecord, snoozesIn } from "./records.ts";

/** Ends snoozes when their time comes. */
export const snoozeWork = ({
  db,
  logger,
  end,
}: Pick<StartParts, "db" | "logger"> & { end: EndSnooze }): DueWork =>
  dueWork<SnoozeRowRecord>({
    rows: snoozesIn({ db }),
    work: end,
    failed: (err, { row, retryInMs }) => {
      const about = row && { taskId: row.taskId };
      logger.warn({ err, ...about, retryInMs }, "a snooze could not be ended; this is tried again");
    },
  });
