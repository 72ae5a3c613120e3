import { text } from "@countersign/texts";

import { DomainError } from "../errors/index.ts";
import { askedOf } from "./asking.ts";
import type { DecisionContext, PeopleContext, RunEvent } from "./commands.ts";
import { isQueued, isWaiting, seatsOf } from "./run.ts";
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
  const { ids, asked } = askedOf(run, task, context, { among });
  if (ids.length === 0) return [];
  return [eventOf("REMINDED", task, undefined, ids, { stageName: task.stageName }, asked)];
}

/**
 * Whether time may approve the active stage (TIME-3): never where an agent submitted the document, nor the last stage of a
 * run that no person has approved. Stages and seats that somebody added by hand do not count: they never soften (SAFE-13).
 */
export function mayApproveByTime({ tasks, approvals, agentPrincipalIds = [] }: Run): boolean {
  if (agentPrincipalIds.length > 0) return false;
  const own = tasks.filter(({ addedByHand }) => !addedByHand);
  const ownIds = new Set(own.map(({ id }) => id));
  const isApprovedBySomebody = approvals.some(
    ({ archived, status, required, taskId }) =>
      !archived && status === "APPROVED" && !required && ownIds.has(taskId),
  );
  return own.some(isQueued) || isApprovedBySomebody;
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
