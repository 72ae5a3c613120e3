import { toHex } from "@countersign/mongo";
import type { WithId } from "mongodb";

import { createRunsRepository } from "../runs/index.ts";
import type { Transact } from "../shared/transact.ts";
import { type SnoozeRowRecord, snoozesIn } from "./records.ts";
import { tellLists } from "./snooze-task.ts";

export type EndSnooze = (row: WithId<SnoozeRowRecord>) => Promise<void>;

/**
 * Removes the row of a snooze that has ended, and says so to its user's open lists: nothing happens if another replica has
 * claimed the row since, or the user has snoozed the task again (contract-3, TIME-6).
 */
export function createEndSnooze({ transact }: { transact: Transact }): EndSnooze {
  return async ({ _id, companyId, taskId, userId, claimedUntil }) => {
    await transact(async (scope) => {
      const { session } = scope;
      const claimedRow = { _id, ...(claimedUntil && { claimedUntil }) };
      const { deletedCount } = await snoozesIn(scope).deleteOne(claimedRow, { session });
      if (deletedCount === 0) return;
      const taskInRun = await createRunsRepository(scope).ofTask(toHex(companyId), toHex(taskId));
      if (taskInRun) await tellLists(scope, taskInRun.task, toHex(userId));
    }, toHex(taskId));
  };
}
