import { type Run, type WorkflowEventType, isActive, isWaiting } from "@countersign/domain/approval";
import { sessionOption, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

import type { Follow } from "../shared/transact.ts";
import { snoozesIn } from "./records.ts";

/** The snoozes of a stage that end: of these users, or of everybody, as far as they began before. */
interface EndedSnoozes {
  taskId: ObjectId;
  userIds?: ObjectId[];
  at: Date;
}

/** Events that wake the task for those whom they notify. */
const WAKING: ReadonlySet<WorkflowEventType> = new Set(["REMINDED", "ESCALATED", "QUESTION_ANSWERED"]);

/**
 * Ends the snoozes of a stage that goes on waiting (contract-3, TIME-6): all of them where the document is changed, and those
 * of whoever is reminded or answered, hears of an escalation, or gets a seat.
 */
export const wakeTasks: Follow<EndedSnoozes> = {
  derive: async (_scope, { before, decision: { run, events }, at }) => {
    const task = run.tasks.find(isActive);
    const earlierTask = before.tasks.find(({ id }) => id === task?.id);
    if (!task || !earlierTask || earlierTask.activation !== task.activation) return undefined;
    const taskId = toObjectId(task.id);
    if (events.some(({ event }) => event === "AMENDED")) return { taskId, at };
    const wakingEvents = events.filter((event) => WAKING.has(event.event) && event.taskId === task.id);
    const earlierIds = new Set(askedIn(before, task.id));
    const wokenIds = new Set([
      ...wakingEvents.flatMap(({ targetIds }) => targetIds),
      ...askedIn(run, task.id).filter((id) => !earlierIds.has(id)),
    ]);
    if (wokenIds.size === 0) return undefined;
    return { taskId, userIds: [...wokenIds].map((id) => toObjectId(id)), at };
  },
  write: async (scope, { taskId, userIds, at }) => {
    const ofUsers = userIds && { userId: { $in: userIds } };
    await snoozesIn(scope).deleteMany({ taskId, ...ofUsers, begunAt: { $lte: at } }, sessionOption(scope));
  },
};

/** Those who can decide on a stage now. */
const askedIn = ({ approvals }: Run, id: string): string[] =>
  approvals.filter((seat) => seat.taskId === id && isWaiting(seat)).map(({ approverId }) => approverId);
