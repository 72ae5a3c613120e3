import { assertApproverAddable, assertApproverRemovable, marksOfAdded } from "./approver-rows.ts";
import { newlyAsked, releaseSeats, seatedAgain, waitingAgain, withoutBarred } from "./asking.ts";
import type { Decision, DecisionContext } from "./commands.ts";
import { hasLeft, nameIn } from "./people.ts";
import { approverIdsOf, stageInProgress } from "./run.ts";
import { addableAfter, reassignable, resolvable, withdrawable } from "./seat-checks.ts";
import type {
  AddApproverCommand,
  AddRowCommand,
  ReassignCommand,
  ReleaseCommand,
  RemoveRowCommand,
  ResolveAgainCommand,
  WithdrawCommand,
} from "./seat-commands.ts";
import { seatLostEvents } from "./seat-losses.ts";
import { withAdded, withReassigned, withRemoved, withTakers, withdrawnEvent } from "./seat-steps.ts";
import { assertNoAgent } from "./separation-of-duties.ts";
import { addSeat, eventOf, withoutVerdicts } from "./steps.ts";
import type { Run } from "./types.ts";
import { transition } from "./verdict-steps.ts";

// The commands that change who is asked. The runs of decide.ts go on with the seats that they leave.

/**
 * The seat's approver → somebody else, who is asked if the stage is active; also a seat that was left out (PPL-7).
 * Event: REASSIGNED to the submitter, the former and the new approver.
 */
export function reassign(command: ReassignCommand, before: Run, context: DecisionContext): Decision {
  const { task, approval } = reassignable(command, before, context);
  const { toUserId, actorId, actorName, reason } = command;
  const { approverId: fromUserId } = approval;
  const run = withReassigned(before, { task, approval }, command, context);
  const metadata = {
    stageName: task.stageName,
    remark: reason,
    actorName,
    principalId: fromUserId,
    principalName: nameIn(context.people, fromUserId),
    userId: toUserId,
    userName: nameIn(context.people, toUserId),
  };
  const askedPeople = newlyAsked(run, task, [toUserId], context);
  const targetIds = [task.submitterId, fromUserId, ...askedPeople.ids];
  const reassignedEvent = eventOf("REASSIGNED", task, actorId, targetIds, metadata, askedPeople.askedBy);
  return transition(task.runId, before, run, [reassignedEvent], [task.id]);
}

/**
 * PARALLEL: a seat that is needed besides those that the rule needs. AFTER: a PENDING task of its own between this stage
 * and the next (PPL-7). Event: APPROVER_ADDED to the submitter and the person.
 */
export function addApprover(command: AddApproverCommand, before: Run, context: DecisionContext): Decision {
  const task = addableAfter(command, before, context);
  const { userId, actorId, actorName, position, reason: remark } = command;
  const run = withAdded(before, task, command, context);
  const userName = nameIn(context.people, userId);
  const metadata = { stageName: task.stageName, remark, actorName, userId, userName, position };
  const { ids, askedBy } = newlyAsked(run, task, position === "PARALLEL" ? [userId] : [], context);
  const targetIds = [task.submitterId, userId, ...ids];
  const addedEvent = eventOf("APPROVER_ADDED", task, actorId, targetIds, metadata, askedBy);
  return transition(task.runId, before, run, [addedEvent], [task.id]);
}

/**
 * approval → AWAITING_APPROVAL, its verdict cleared, while the stage is still open (PPL-7); one that was taken over returns
 * to its holder (SAFE-18); of somebody who has left → {@link release}. Nobody is asked again who may not decide any more.
 * Event: VERDICT_WITHDRAWN to the submitter, the principal whose substitute acted, and others who are asked again.
 */
export function withdraw(command: WithdrawCommand, before: Run, context: DecisionContext): Decision {
  const { task, approval } = withdrawable(command, before);
  const run = withoutVerdicts(before, (row) => row.id === approval.id);
  const { approverId, takenFrom: holderId = approverId } = approval;
  const releasedSeats = hasLeft(context.people, holderId)
    ? release({ type: "release", userId: holderId }, run, context)
    : { run, events: [] };
  const askedRun = withoutBarred(releasedSeats.run, before, task, command.actorId, context);
  const releaseEvents = releasedSeats.events.filter(({ event }) => event !== "SEAT_LOST");
  const toldIds = new Set(releaseEvents.flatMap(({ targetIds }) => targetIds));
  const again = waitingAgain(askedRun.run, before, task).map((row) => row.approverId);
  const askedIds = [...again, ...askedRun.addedIds].filter((id) => !toldIds.has(id));
  const verdictEvent = withdrawnEvent(command, askedRun.run, { task, approval }, askedIds, context);
  const lostEvents = seatLostEvents(before, askedRun.run, task, command.actorId, context);
  const events = [verdictEvent, ...releaseEvents, ...lostEvents, ...askedRun.events];
  return transition(task.runId, before, askedRun.run, events, [task.id]);
}

/** (none) → a PENDING approval on an active or queued task (specification: `createWorkflowApproval`). No event. */
export function addRow(command: AddRowCommand, before: Run, context: DecisionContext): Decision {
  const { taskId, approverId, actorId: userId, privileged, isAgent } = command;
  assertNoAgent(isAgent, context.rules);
  const task = assertApproverAddable(before, taskId, approverId, { userId, privileged }, context);
  const marks = marksOfAdded(before, task, { privileged });
  const seat = {
    id: context.newId(),
    approverId,
    status: "PENDING",
    ...marks,
    givenByIds: withTakers(before, task, [userId], context.people),
  } as const;
  return transition(task.runId, before, addSeat(before, task, seat), [], [taskId]);
}

/**
 * approval → (none) (specification: `deleteWorkflowApproval`), as {@link withRemoved}.
 * Event: SEAT_LOST to whoever had it, if they were asked.
 */
export function removeRow(command: RemoveRowCommand, before: Run, context: DecisionContext): Decision {
  const { approvalId, actorId: userId, privileged, isAgent } = command;
  assertNoAgent(isAgent, context.rules);
  const { task, approval } = assertApproverRemovable(before, approvalId, { userId, privileged }, context);
  const run = withRemoved(before, { task, approval }, userId, context);
  return transition(task.runId, before, run, seatLostEvents(before, run, task, userId, context), [task.id]);
}

/**
 * The active stage's approvals that wait for somebody who has left → NOT_NEEDED; with the fallback approvers where the
 * others cannot complete it (PPL-5). Event: APPROVER_LEFT to the submitter and those who are asked instead.
 */
export function release({ userId }: ReleaseCommand, before: Run, context: DecisionContext): Decision {
  const task = stageInProgress(before);
  const { run, events, addedIds } = releaseSeats(before, task, userId, context);
  if (run === before) return transition(task.runId, before, run, []);
  const { ids, askedBy } = newlyAsked(run, task, addedIds, context);
  const metadata = { stageName: task.stageName, userId, userName: nameIn(context.people, userId) };
  const leftEvent = eventOf("APPROVER_LEFT", task, userId, [task.submitterId, ...ids], metadata, askedBy);
  const lostEvents = seatLostEvents(before, run, task, userId, context);
  return transition(task.runId, before, run, [leftEvent, ...lostEvents, ...events], [task.id]);
}

/**
 * The seats of the active stage that sources gave, as they give them now (contract-3, SRC-2): fresh ones →
 * AWAITING_APPROVAL, open ones of people whom no source yields any more → archived; verdicts stand. Nobody is asked who looks
 * again (contract-4, MEET-3). Events: APPROVER_ADDED to each who is asked now, SEAT_LOST to those who are no longer.
 */
export function resolveAgain(command: ResolveAgainCommand, before: Run, context: DecisionContext): Decision {
  const task = resolvable(command, before, context);
  const { actorId, actorName } = command;
  const hasSeat = approverIdsOf(before, task.id).includes(actorId);
  const resolving = hasSeat ? context : { ...context, resolvedBy: actorId };
  const { run, events, addedIds } = seatedAgain(before, task, actorId, resolving);
  const lostEvents = seatLostEvents(before, run, task, actorId, context);
  const addedEvents = addedIds.map((userId) => {
    const userName = nameIn(context.people, userId);
    const metadata = {
      stageName: task.stageName,
      actorName,
      userId,
      userName,
      position: "PARALLEL",
    } as const;
    const { ids, askedBy } = newlyAsked(run, task, [userId], context);
    return eventOf("APPROVER_ADDED", task, actorId, ids, metadata, askedBy);
  });
  return transition(task.runId, before, run, [...lostEvents, ...addedEvents, ...events], [task.id]);
}
