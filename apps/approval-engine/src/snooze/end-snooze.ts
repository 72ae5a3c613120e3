import { toHex } from "@countersign/mongo";
import type { WithId } from "mongodb";

import { createRunsRepository } from "../runs/index.ts";
import type { Transact } from "../shared/transact.ts";
import { type SnoozeRowRecord, snoozesIn } from "./records.ts";
import { keepSnooze } from "./snooze-task.ts";

export type EndSnooze = (row: WithId<SnoozeRowRecord>) => Promise<void>;

/**
 * Brings a task back to the inbox of a user whose snooze has ended, in one transaction with the removal of its row: nothing
 * happens if another replica has claimed the row since, or the user has snoozed the task again (contract-3, TIME-6).
 */
export function createEndSnooze({ transact }: { transact: Transact }): EndSnooze {
  return async ({ _id, companyId, taskId, userId, claimedUntil }) => {
    await transact(async (scope) => {
      const { session } = scope;
      const claimed = { _id, ...(claimedUntil && { claimedUntil }) };
      const { deletedCount } = await snoozesIn(scope).deleteOne(claimed, { session });
      if (deletedCount === 0) return;
      const task = await createRunsRepository(scope).lockTask(toHex(companyId), toHex(taskId));
      if (task) await keepSnooze(scope, task, { userId: toHex(userId) });
    }, toHex(taskId));
  };
}
