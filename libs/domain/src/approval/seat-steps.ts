import { render, text } from "@countersign/texts";
import { furtherStage } from "./stage-name.ts";
import { DomainError } from "../errors/index.ts";
import { isOwnAddition, marksOfAdded } from "./approver-rows.ts";
import { newlyAsked } from "./asking.ts";
import type { DecisionContext, RunEvent } from "./commands.ts";
import { takersAmong } from "./own-change.ts";
import { type People, nameIn } from "./people.ts";
import { givenBy, leastNeededBeside } from "./resolve-seats.ts";
import { approvalsOf, isActive, isWaiting } from "./run.ts";
import type { AddApproverCommand, ReassignCommand, WithdrawCommand } from "./seat-commands.ts";
import { addSeat, addTask, changeApprovals, changeTask, eventOf } from "./steps.ts";
import type { Approval, Id, Run, Task } from "./types.ts";

/** A seat, and its task. */
export interface Seat {
  task: Task;
  approval: Approval;
}

/** The run with the seat in the hands of somebody else, who is asked if its stage is active. */
export function withReassigned(
  before: Run,
  { task, approval }: Seat,
  { toUserId, actorId }: Pick<ReassignCommand, "toUserId" | "actorId">,
  { people }: Pick<DecisionContext, "people">,
): Run {
  const { approverId: fromUserId, hops = 0, escalated } = approval;
  const isSourced = !escalated && task.sources !== undefined;
  const { sourcedFor = isSourced ? fromUserId : undefined } = approval;
  const { givenByIds: earlierIds = [] } = approval;
  const giverIds = actorId === fromUserId ? earlierIds : [...earlierIds, actorId];
  return changeApprovals(before, (row) => row.id === approval.id, {
    approverId: toUserId,
    status: isActive(task) ? "AWAITING_APPROVAL" : "PENDING",
    reason: "REASSIGNED_FROM",
    reasonUserId: fromUserId,
    hops: hops + 1,
    sourcedFor,
    reasonGroupId: undefined,
    addedByHand: true,
    givenByIds: withTakers(before, task, giverIds, people),
    leftOut: undefined,
    remark: undefined,
  });
}

/** Those who give a seat by hand, and then whoever took others of its stage: none of them decides it for its holder. */
export function withTakers(
  run: Run,
  task: Pick<Task, "id" | "changerIds">,
  giverIds: readonly Id[],
  people: People,
): readonly Id[] | undefined {
  const takerIds = takersAmong(task, approvalsOf(run, task.id), people, run);
  const allIds = [...new Set([...giverIds, ...takerIds])];
  return allIds.length > 0 ? allIds : undefined;
}

/**
 * The run without a seat that somebody removes: they decide there for nobody else then. Nor does whoever had marked its holder
 * as a leaver, who has no seat there either; if they have approved, the stage needs as many as before (contract-4, MEET-3).
 */
export function withRemoved(
  before: Run,
  { task, approval }: Seat,
  actorId: Id,
  { people }: Pick<DecisionContext, "people">,
): Run {
  const seatsLeft = before.approvals.filter(({ id }) => id !== approval.id);
  if (isOwnAddition(approval, actorId)) return { ...before, approvals: seatsLeft };
  const markerIds = takersAmong({}, [approval], people, before);
  const isGiven = (row: Approval) => row.taskId === task.id && isWaiting(row);
  const run = {
    ...before,
    approvals: seatsLeft.map((row) => (isGiven(row) ? givenBy([actorId, ...markerIds], row) : row)),
  };
  if (markerIds.length === 0) return run;
  const changerIds = takersAmong(task, [approval], people, before);
  const [seatsBefore, seats] = [before, run].map((at) => approvalsOf(at, task.id));
  const takerIds = takersAmong({ changerIds }, seats!, people, before);
  const leastNeeded = leastNeededBeside(takerIds, task, seatsBefore!, seats!) ?? task.leastNeeded;
  return changeTask(run, task.id, { changerIds, leastNeeded });
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
  const otherIds = askedIds.filter((id) => id !== actorId && id !== principalId);
  const { ids, askedBy } = newlyAsked(run, task, otherIds, context);
  const eventFields = { stageName, actorName };
  if (principalId === actorId) {
    return eventOf("VERDICT_WITHDRAWN", task, actorId, [task.submitterId, ...ids], eventFields, askedBy);
  }
  const metadata = { ...eventFields, principalId, principalName: nameIn(context.people, principalId) };
  return eventOf(
    "VERDICT_WITHDRAWN",
    task,
    actorId,
    [task.submitterId, principalId, ...ids],
    metadata,
    askedBy,
  );
}

/** The run with the person's seat on the task, or with a PENDING task of their own after it. */
export function withAdded(
  before: Run,
  task: Task,
  { position, userId, actorId, privileged }: AddApproverCommand,
  context: DecisionContext,
): Run {
  const why = {
    addedByHand: true,
    reason: "ADDED_BY",
    reasonUserId: actorId,
    givenByIds: [actorId],
  } as const;
  if (position === "PARALLEL") {
    const status = isActive(task) ? "AWAITING_APPROVAL" : "PENDING";
    const marks = marksOfAdded(before, task, { privileged });
    const givenByIds = withTakers(before, task, [actorId], context.people);
    const seat = { id: context.newId(), approverId: userId, status, ...marks, ...why, givenByIds } as const;
    return addSeat(before, task, seat);
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
