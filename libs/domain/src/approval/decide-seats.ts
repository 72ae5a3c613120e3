import { assertApproverAddable, assertApproverRemovable, marksOfAdded } from "./approver-rows.ts";
import { newlyAsked, releaseSeats, seatedAgain, waitingAgain, withoutBarred } from "./asking.ts";
import type { Decision, DecisionContext } from "./commands.ts";
import { hasLeft, nameIn } from "./people.ts";
import { stageInProgress } from "./run.ts";
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
import { withAdded, withReassigned, withdrawnEvent } from "./seat-steps.ts";
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
  const run = withReassigned(before, { task, approval }, toUserId);
  const metadata = {
    stageName: task.stageName,
    remark: reason,
    actorName,
    principalId: fromUserId,
    principalName: nameIn(context.people, fromUserId),
    userId: toUserId,
    userName: nameIn(context.people, toUserId),
  };
  const asked = newlyAsked(run, task, [toUserId], context);
  const targetIds = [task.submitterId, fromUserId, ...asked.ids];
  const reassigned = eventOf("REASSIGNED", task, actorId, targetIds, metadata, asked.asked);
  return transition(task.runId, before, run, [reassigned], [task.id]);
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
  const { ids, asked } = newlyAsked(run, task, position === "PARALLEL" ? [userId] : [], context);
  const targetIds = [task.submitterId, userId, ...ids];
  const added = eventOf("APPROVER_ADDED", task, actorId, targetIds, metadata, asked);
  return transition(task.runId, before, run, [added], [task.id]);
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
  const released = hasLeft(context.people, holderId)
    ? release({ type: "release", userId: holderId }, run, context)
    : { run, events: [] };
  const asked = withoutBarred(released.run, before, task, command.actorId, context);
  const again = waitingAgain(asked.run, before, task).map((row) => row.approverId);
  const askedIds = [...again, ...asked.addedIds];
  const withdrawn = withdrawnEvent(command, asked.run, { task, approval }, askedIds, context);
  const events = [withdrawn, ...released.events, ...asked.events];
  return transition(task.runId, before, asked.run, events, [task.id]);
}

/** (none) → a PENDING approval on an active or queued task (specification: `createWorkflowApproval`). No event. */
export function addRow(command: AddRowCommand, before: Run, context: DecisionContext): Decision {
  const { taskId, approverId, actorId: userId, privileged, isAgent } = command;
  assertNoAgent(isAgent, context.rules);
  const task = assertApproverAddable(before, taskId, approverId, { userId, privileged }, context);
  const marks = marksOfAdded(before, task, { privileged });
  const seat = { id: context.newId(), approverId, status: "PENDING", ...marks } as const;
  return transition(task.runId, before, addSeat(before, task, seat), [], [taskId]);
}

/** approval → (none) (specification: `deleteWorkflowApproval`). No event. */
export function removeRow(command: RemoveRowCommand, before: Run, context: DecisionContext): Decision {
  const { approvalId, actorId: userId, privileged, isAgent } = command;
  assertNoAgent(isAgent, context.rules);
  const task = assertApproverRemovable(before, approvalId, { userId, privileged }, context);
  const approvals = before.approvals.filter(({ id }) => id !== approvalId);
  return transition(task.runId, before, { ...before, approvals }, [], [task.id]);
}

/**
 * The active stage's approvals that wait for somebody who has left → NOT_NEEDED; with the fallback approvers where the
 * others cannot complete it (PPL-5). Event: APPROVER_LEFT to the submitter and those who are asked instead.
 */
export function release({ userId }: ReleaseCommand, before: Run, context: DecisionContext): Decision {
  const task = stageInProgress(before);
  const { run, events, addedIds } = releaseSeats(before, task, userId, context);
  if (run === before) return transition(task.runId, before, run, []);
  const { ids, asked } = newlyAsked(run, task, addedIds, context);
  const metadata = { stageName: task.stageName, userId, userName: nameIn(context.people, userId) };
  const left = eventOf("APPROVER_LEFT", task, userId, [task.submitterId, ...ids], metadata, asked);
  return transition(task.runId, before, run, [left, ...events], [task.id]);
}

/**
 * The seats of the active stage that sources gave, as they give them now (contract-3, SRC-2): fresh ones →
 * AWAITING_APPROVAL, open ones of people whom no source yields any more → archived; verdicts stand. Event: APPROVER_ADDED
 * to each who is asked now.
 */
export function resolveAgain(command: ResolveAgainCommand, before: Run, context: DecisionContext): Decision {
  const task = resolvable(command, before, context);
  const { actorId, actorName } = command;
  const { run, events, addedIds } = seatedAgain(before, task, actorId, context);
  const added = addedIds.map((userId) => {
    const userName = nameIn(context.people, userId);
    const metadata = {
      stageName: task.stageName,
      actorName,
      userId,
      userName,
      position: "PARALLEL",
    } as const;
    const { ids, asked } = newlyAsked(run, task, [userId], context);
    return eventOf("APPROVER_ADDED", task, actorId, ids, metadata, asked);
  });
  return transition(task.runId, before, run, [...added, ...events], [task.id]);
}
