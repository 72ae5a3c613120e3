import { render, text } from "@countersign/texts";
import { furtherStage } from "./stage-name.ts";
import { DomainError } from "../errors/index.ts";
import { marksOfAdded } from "./approver-rows.ts";
import { newlyAsked } from "./asking.ts";
import type { DecisionContext, RunEvent } from "./commands.ts";
import { nameIn } from "./people.ts";
import { isActive } from "./run.ts";
import type { AddApproverCommand, WithdrawCommand } from "./seat-commands.ts";
import { addSeat, addTask, changeApprovals, changeTask, eventOf } from "./steps.ts";
import type { Approval, Id, Run, Task } from "./types.ts";

/** A seat, and its task. */
export interface Seat {
  task: Task;
  approval: Approval;
}

/** The run with the seat in the hands of somebody else, who is asked if its stage is active. */
export function withReassigned(before: Run, { task, approval }: Seat, toUserId: Id): Run {
  const { approverId: fromUserId, hops = 0, escalated } = approval;
  const isSourced = !escalated && task.sources !== undefined;
  const { sourcedFor = isSourced ? fromUserId : undefined } = approval;
  return changeApprovals(before, (row) => row.id === approval.id, {
    approverId: toUserId,
    status: isActive(task) ? "AWAITING_APPROVAL" : "PENDING",
    reason: "REASSIGNED_FROM",
    reasonUserId: fromUserId,
    hops: hops + 1,
    sourcedFor,
    reasonGroupId: undefined,
    addedByHand: true,
    leftOut: undefined,
    remark: undefined,
  });
}

/**
 * The event of a verdict that was taken back: to the submitter, the principal whose substitute had given it, and others who
 * are asked: the holder of a seat that had been taken over, those in whose place it was given, and those who are asked
 * because somebody may not decide any more.
 *
 * @param run - afterwards
 * @param seat - as it was before
 * @param askedIds - those who are asked
 */
export function withdrawnEvent(
  { actorId, actorName }: WithdrawCommand,
  run: Run,
  { task, approval: { approverId: principalId } }: Seat,
  askedIds: readonly Id[],
  context: DecisionContext,
): RunEvent {
  const { stageName } = task;
  const others = askedIds.filter((id) => id !== actorId && id !== principalId);
  const { ids, asked } = newlyAsked(run, task, others, context);
  const told = { stageName, actorName };
  if (principalId === actorId) {
    return eventOf("VERDICT_WITHDRAWN", task, actorId, [task.submitterId, ...ids], told, asked);
  }
  const metadata = { ...told, principalId, principalName: nameIn(context.people, principalId) };
  return eventOf(
    "VERDICT_WITHDRAWN",
    task,
    actorId,
    [task.submitterId, principalId, ...ids],
    metadata,
    asked,
  );
}

/** The run with the person's seat on the task, or with a PENDING task of their own after it. */
export function withAdded(
  before: Run,
  task: Task,
  { position, userId, actorId, privileged }: AddApproverCommand,
  context: DecisionContext,
): Run {
  const why = { addedByHand: true, reason: "ADDED_BY", reasonUserId: actorId } as const;
  if (position === "PARALLEL") {
    const status = isActive(task) ? "AWAITING_APPROVAL" : "PENDING";
    const marks = marksOfAdded(before, task, { privileged });
    return addSeat(before, task, { id: context.newId(), approverId: userId, status, ...marks, ...why });
  }
  const name = render(furtherStage(task.stageName));
  const stage = { name, order: orderAfter(task, before), approveBy: "ANY", approverIds: [userId] } as const;
  const run = addTask(before, { ...task, parentId: undefined }, stage, "PENDING", context);
  const freshId = run.tasks.at(-1)?.id ?? "";
  const further = changeTask(run, freshId, { addedByHand: true });
  return changeApprovals(further, (row) => row.taskId === freshId, why);
}

/**
 * The place of a stage between the task's and the next one.
 *
 * @throws DomainError `CONFLICT` where there is no number between them any more
 */
export function orderAfter({ orderNo }: Pick<Task, "orderNo">, run: Run): number {
  const later = run.tasks.map((task) => task.orderNo).filter((order) => order > orderNo);
  if (later.length === 0) return Math.floor(orderNo) + 1;
  const next = Math.min(...later);
  const between = orderNo + (next - orderNo) / 2;
  if (between > orderNo && between < next) return between;
  throw new DomainError("CONFLICT", text("run.noRoomForStage"), { field: "position" });
}
