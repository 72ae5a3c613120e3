import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import {
  assertMayAdd,
  assertMayBeAdded,
  assertMayBeAsked,
  groupsAt,
  liveTask,
  marksOfAdded,
} from "./approver-rows.ts";
import type { DecisionContext, PeopleContext, RecallCommand } from "./commands.ts";
import { assertWithinLimit } from "./limits.ts";
import { hasLeft, nameIn } from "./people.ts";
import { decidedInPlaceOf } from "./places.ts";
import { approvalsOf, hasVerdict, isActive, stageInProgress, standingRun } from "./run.ts";
import type {
  AddApproverCommand,
  ReassignCommand,
  ResolveAgainCommand,
  WithdrawCommand,
} from "./seat-commands.ts";
import { assertNoAgent, assertNotBarred } from "./separation-of-duties.ts";
import { type Seat, orderAfter } from "./seat-steps.ts";
import type { Run, Task } from "./types.ts";

/** Most times that a seat changes hands. */
const MAX_HOPS = 5;

/**
 * The seat that is given to somebody else (contract-2, PPL-7): the acting user's own, or anybody's for a privileged user;
 * it has no verdict. A substitute reassigns nothing. Neither the acting user nor the new holder is barred from it, and only
 * a privileged user gives away one that was left out (contract-3, SAFE-12), but not one that a change of their own would give
 * them (contract-4, MEET-3); that of a leaver at any time (FIX-1). One that a limit gave goes to whom a limit covers (MEET-7).
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN`, `INVALID_INPUT`, or `CONFLICT` for a seat with a verdict, the sixth hop,
 *   and somebody who has a vote on the task already
 */
export function reassignable(command: ReassignCommand, run: Run, context: PeopleContext): Seat {
  const { taskId, actorId, toUserId, fromUserId = actorId, privileged, isAgent } = command;
  assertNoAgent(isAgent, context.rules);
  const task = liveTask(run, taskId);
  if (fromUserId !== actorId && !privileged) {
    throw new DomainError("FORBIDDEN", text("seat.reassignNotYours"), {
      field: "fromUserId",
    });
  }
  const approval = approvalsOf(run, taskId).find((row) => row.approverId === fromUserId);
  if (approval === undefined) {
    throw new DomainError("NOT_FOUND", text("seat.reassignMissing"), {
      field: "fromUserId",
    });
  }
  assertNotBarred(actorId, { task, groups: approval.groups }, standingRun(run), context);
  if (approval.leftOut !== undefined && !privileged) {
    throw new DomainError("FORBIDDEN", text("seat.reassignLeftOut"), {
      field: "fromUserId",
    });
  }
  if (approval.leftOut === "OWN_CHANGE" && fromUserId === actorId) {
    throw new DomainError("FORBIDDEN", text("run.ownChange"), { field: "fromUserId" });
  }
  const decidedRow = decidedInPlaceOf(approval, approvalsOf(run, taskId));
  if (decidedRow !== undefined) {
    const name = nameIn(context.people, decidedRow.decidedBy ?? decidedRow.approverId);
    throw new DomainError("CONFLICT", text("run.alreadyDecided", { name }), { field: "taskId" });
  }
  if (toUserId === fromUserId || toUserId === actorId) {
    throw new DomainError("INVALID_INPUT", text("seat.reassignToSelf"), { field: "toUserId" });
  }
  if ((approval.hops ?? 0) >= MAX_HOPS && !hasLeft(context.people, fromUserId)) {
    throw new DomainError("CONFLICT", text("seat.reassignTooOften", { maximum: MAX_HOPS }), {
      field: "taskId",
    });
  }
  assertMayBeAsked(task, run, { userId: toUserId, groups: approval.groups, field: "toUserId" }, context);
  if (approval.byLimit) assertWithinLimit(toUserId, task, run, context, "toUserId");
  return { task, approval };
}

/**
 * The task beside or after which a person is asked too.
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN`, `INVALID_INPUT`, or `CONFLICT` when they have a vote on the task already
 */
export function addableAfter(command: AddApproverCommand, run: Run, context: PeopleContext): Task {
  const { taskId, userId, actorId, privileged, isAgent, position } = command;
  assertNoAgent(isAgent, context.rules);
  const task = liveTask(run, taskId);
  assertMayAdd(run, task, { userId: actorId, privileged }, context);
  if (userId === actorId) {
    throw new DomainError("FORBIDDEN", text("seat.notForYourself"), { field: "userId" });
  }
  // A stage of its own comes after: a seat on this task does not stand in its way.
  const place = position === "AFTER" ? { ...task, id: "", groups: [], orderNo: orderAfter(task, run) } : task;
  assertMayBeAdded(place, run, { userId, field: "userId" }, context);
  if (position === "PARALLEL" && marksOfAdded(run, task, { privileged }).byLimit) {
    assertWithinLimit(userId, task, run, context, "userId");
  }
  return task;
}

/**
 * The active task whose sources a privileged user looks at again, whom nothing bars from it (contract-3, SRC-2).
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN`, or `CONFLICT` for a stage still to come
 */
export function resolvable(command: ResolveAgainCommand, run: Run, context: PeopleContext): Task {
  const { taskId, actorId, privileged } = command;
  const task = liveTask(run, taskId);
  if (!privileged) throw new DomainError("FORBIDDEN", text("seat.resolveNotPrivileged"));
  assertNotBarred(actorId, { task, groups: groupsAt(run, task) }, standingRun(run), context);
  if (!isActive(task)) throw new DomainError("CONFLICT", text("seat.resolveNotAsked"), { field: "taskId" });
  return task;
}

/**
 * The seat whose verdict the acting user takes back, for themselves or as a substitute, while its stage is open.
 *
 * @throws DomainError `NOT_FOUND` or `CONFLICT`
 */
export function withdrawable({ taskId, actorId }: WithdrawCommand, run: Run): Seat {
  const task = run.tasks.find(({ id }) => id === taskId);
  if (task === undefined) throw new DomainError("NOT_FOUND", text("missing.task"), { field: "taskId" });
  if (!isActive(task)) {
    throw new DomainError("CONFLICT", text("run.stageDecided"), { field: "taskId" });
  }
  const approval = approvalsOf(run, taskId).find(
    (row) => hasVerdict(row) && !row.skipped && (row.decidedBy ?? row.approverId) === actorId,
  );
  if (approval === undefined) {
    throw new DomainError("CONFLICT", text("run.noVerdictGiven"), { field: "taskId" });
  }
  return { task, approval };
}

/**
 * The active stage of a run that the acting user may recall (contract-2, CTRL-3).
 *
 * @throws DomainError `NOT_FOUND` without an approval in progress, `FORBIDDEN`, or `CONFLICT` after the first verdict
 */
export function assertRecallable(
  { actorId, privileged }: RecallCommand,
  run: Run,
  { rules }: Pick<DecisionContext, "rules">,
): Task {
  const task = stageInProgress(run);
  if (privileged) return task;
  if (actorId !== task.submitterId) {
    throw new DomainError("FORBIDDEN", text("run.recallNotYours"));
  }
  switch (rules.recall) {
    case "ALWAYS":
      return task;
    case "NEVER":
      throw new DomainError("FORBIDDEN", text("run.recallNever"));
    case "UNTIL_FIRST_VERDICT":
      if (!wasJudged(run)) return task;
      throw new DomainError("CONFLICT", text("run.recallTooLate"));
    default:
      return rules.recall satisfies never;
  }
}

/** Whether anybody has given a verdict in the run, also one that a return has cleared. */
export function wasJudged({ tasks, approvals }: Run): boolean {
  return approvals.some(hasVerdict) || tasks.some(({ activation = 1 }) => activation > 1);
}
