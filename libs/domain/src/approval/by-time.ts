import { text } from "@countersign/texts";

import { DomainError } from "../errors/index.ts";
import { askedOf } from "./asking.ts";
import type { DecisionContext, PeopleContext, RunEvent } from "./commands.ts";
import { sawPresentDocument } from "./revision.ts";
import { isQueued, isWaiting, mayStandIn, seatsOf } from "./run.ts";
import { eventOf } from "./steps.ts";
import type { FireCommand } from "./time-commands.ts";
import type { Id, Run, Task } from "./types.ts";

/** A submitter nudges once in so long (contract-3, TIME-4). */
export const NUDGE_EVERY_MS = 4 * 3_600_000;

/** The event of a reminder: to the seats that it is for and that wait; none where nobody does. */
export function remindedEvents(
  run: Run,
  task: Task,
  { seatId, otherSeatIds = [] }: Pick<FireCommand, "seatId" | "otherSeatIds">,
  context: PeopleContext,
): RunEvent[] {
  const among = seatsOf(run, task.id)
    .filter(isWaiting)
    .filter(({ id }) => (seatId === undefined ? !otherSeatIds.includes(id) : id === seatId))
    .map(({ approverId }) => approverId);
  const { ids, askedBy } = askedOf(run, task, context, { among });
  if (ids.length === 0) return [];
  return [eventOf("REMINDED", task, undefined, ids, { stageName: task.stageName }, askedBy)];
}

/**
 * Whether time may approve the active stage (TIME-3): never where an agent submitted the document, nor the last stage of a
 * run of which no person has approved the present revision; its submitter, the person whom it is about and its editors are
 * none (contract-4, MEET-5). Stages and seats that somebody added by hand do not count: they never soften (SAFE-13).
 */
export function mayApproveByTime(run: Run): boolean {
  const { tasks, approvals, agentPrincipalIds = [], document } = run;
  if (agentPrincipalIds.length > 0) return false;
  const ownTasks = tasks.filter(({ addedByHand }) => !addedByHand);
  if (ownTasks.some(isQueued)) return true;
  const taskOf = new Map(ownTasks.map((task) => [task.id, task]));
  const editors = new Set(document?.editorIds);
  return approvals.some((row) => {
    const task = taskOf.get(row.taskId);
    if (task === undefined || row.archived || row.status !== "APPROVED" || row.required) return false;
    const { approverId, decidedBy = approverId } = row;
    const isOfOthers = (userId: Id) => mayStandIn(task, userId) && !editors.has(userId);
    return isOfOthers(decidedBy) && isOfOthers(approverId) && sawPresentDocument(row, run);
  });
}

/**
 * Refuses a nudge by others than the submitter, and the second one in four hours.
 *
 * @throws DomainError `FORBIDDEN`, `CONFLICT`
 */
export function assertNudgeable(task: Task, actorId: Id, { nowMs }: Pick<DecisionContext, "nowMs">): Task {
  if (actorId !== task.submitterId) throw new DomainError("FORBIDDEN", text("run.nudgeNotYours"));
  if (task.nudgedMs !== undefined && nowMs - task.nudgedMs < NUDGE_EVERY_MS) {
    throw new DomainError("CONFLICT", text("run.alreadyNudged"), { field: "refId" });
  }
  return task;
}
