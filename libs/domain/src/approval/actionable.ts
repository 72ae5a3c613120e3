import { DomainError } from "../errors/index.ts";
import {
  type SeatAuthority,
  dutyRefusalOf,
  grantsFor,
  refusalOf,
  representedSeats,
  substituteRefusal,
} from "./authority.ts";
import type { PeopleContext, TakeOverPolicy, VerdictCommand } from "./commands.ts";
import { assertUnchanged } from "./revision.ts";
import { approvalsOf, isActive, isWaiting, mayStandIn, ownActionable } from "./run.ts";
import type { ApprovalRules } from "./rules.ts";
import { type Grant, coversKind } from "./substitution.ts";
import type { Approval, Id, Run, Task } from "./types.ts";

/** The task and approval that a verdict is recorded on, and who gives it for whom. */
export interface Actionable extends SeatAuthority {
  task: Task;
}

/**
 * The active task and the approval on it that the acting user decides: their own, one of somebody whom they represent,
 * or one that they may take over.
 *
 * @throws DomainError `APPROVAL_NOT_ACTIONABLE` when the user has none; `CONFLICT` when somebody has decided it, or the
 *   user on the task in another's place; `REVISION_CHANGED` at another revision than the expected one; `FORBIDDEN` when
 *   they may not be a substitute here, or separation of duties forbids it
 */
export function actionable(command: VerdictCommand, run: Run, context: PeopleContext): Actionable {
  const { approverId: actor, principalId, isAgent } = command;
  const task = run.tasks.find((candidate) => candidate.id === command.taskId);
  if (task === undefined) throw notActionable();
  assertUnchanged(command.expectedRevision, task, run);
  const grants = grantsFor(task, context);
  if (!isActive(task)) {
    const rows = run.approvals.filter(({ taskId }) => taskId === task.id);
    throw refusalOf(command, rows, grants, context) ?? notActionable();
  }
  const own =
    principalId === undefined || principalId === actor
      ? ownActionable(task, run.approvals, actor)
      : undefined;
  const rows = approvalsOf(run, task.id);
  const found = own
    ? [{ approval: own, authority: { actor, principal: actor } }]
    : represented(command, task, rows, grants);
  if (found.length === 0) {
    const refusal = refusalOf(command, rows, grants, context);
    if (refusal !== undefined) throw refusal;
    const taken = takenOver(command, run, task);
    if (taken === undefined) throw notActionable();
    found.push({ approval: taken, authority: { actor, principal: actor } });
  }
  const refusals = found.map((seat) => dutyRefusalOf(seat, task, run, context, isAgent));
  const allowed = found[refusals.indexOf(undefined)];
  if (allowed === undefined) throw refusals[0] ?? notActionable();
  return { task, ...allowed };
}

/**
 * The seats that wait for somebody whom the user represents.
 *
 * @throws DomainError when there are some, but the user may not be a substitute on the task
 */
function represented(
  { approverId, principalId }: VerdictCommand,
  task: Task,
  rows: readonly Approval[],
  grants: readonly Grant[],
): SeatAuthority[] {
  const seats = representedSeats(rows, approverId, grants, principalId);
  const waiting = seats.filter(({ approval }) => isWaiting(approval));
  const isNamed = principalId !== undefined && principalId !== approverId;
  // Who decides on an own seat a second time hears what they always heard.
  if (!isNamed && rows.some((row) => row.approverId === approverId)) return [];
  const refusal = waiting.length === 0 ? undefined : substituteRefusal(approverId, task, rows);
  if (refusal !== undefined) throw refusal;
  return waiting;
}

/**
 * The pending approval of somebody else that the user takes over (contract: "`actionApproval`'s take-over"). The
 * submitter, the person whom the document is about and approvers of the task may not take over; an approver's verdict
 * would count twice. A row added by hand does not make its user a participant (SAFE-3).
 */
function takenOver(command: VerdictCommand, run: Run, task: Task): Approval | undefined {
  const { approverId, takeOver } = command;
  if (takeOver === undefined || !mayStandIn(task, approverId)) {
    return undefined;
  }
  const rows = approvalsOf(run, task.id);
  const isAsked = rows.some((row) => row.approverId === approverId || row.decidedBy === approverId);
  const participates = run.approvals.some((row) => row.approverId === approverId && !row.addedByHand);
  if (isAsked || !isAllowed(takeOver.policy, { participates, privileged: takeOver.privileged })) {
    return undefined;
  }
  return rows.find(isWaiting);
}

function isAllowed(policy: TakeOverPolicy, user: { participates: boolean; privileged: boolean }): boolean {
  switch (policy) {
    case "anyone":
      return true;
    case "participants":
      return user.participates;
    case "privileged":
      return user.privileged;
    case "off":
      return false;
    default:
      return policy satisfies never;
  }
}

type JudgedTask = Pick<
  Task,
  "id" | "status" | "archived" | "kind" | "orderNo" | "submitterId" | "beneficiaryId"
>;
type JudgedSeat = Pick<Approval, "taskId" | "approverId" | "status" | "archived" | "decidedBy" | "groups">;

/** What separation of duties depends on where it is judged before a verdict. */
export interface DutyContext {
  run: Run;
  rules: ApprovalRules;
  isAgent?: boolean;
}

/**
 * The seat on which the user's verdict would be accepted now, and in whose place they would give it: their own, or that
 * of somebody whom they represent.
 *
 * @param approvals - may include approvals of other tasks, which are ignored
 * @param grants - those that hold now; none: the user decides on own seats only
 * @param duties - none: separation of duties is not judged
 */
export function decidableSeat<A extends JudgedSeat>(
  task: JudgedTask,
  approvals: readonly A[],
  userId: Id,
  grants: readonly Grant[] = [],
  duties?: DutyContext,
): SeatAuthority<A> | undefined {
  if (!isActive(task)) return undefined;
  const rows = approvals.filter((row) => row.taskId === task.id && !row.archived);
  const own = rows.find((row) => row.approverId === userId);
  const covering = grants.filter((grant) => coversKind(grant, task.kind));
  const seats = own
    ? [{ approval: own, authority: { actor: userId, principal: userId } }]
    : substituteRefusal(userId, task, rows) === undefined
      ? representedSeats(rows, userId, covering)
      : [];
  return seats.find(
    (seat) =>
      isWaiting(seat.approval) &&
      (duties === undefined || dutyRefusalOf(seat, task, duties.run, duties, duties.isAgent) === undefined),
  );
}

/** Whether the user's verdict on the task would be accepted now (contract: "`canUpdateStatus`"): {@link decidableSeat}. */
export function canUpdateStatus(...judged: Parameters<typeof decidableSeat>): boolean {
  return decidableSeat(...judged) !== undefined;
}

function notActionable(): DomainError {
  return new DomainError("APPROVAL_NOT_ACTIONABLE", "Approval not found or cannot be updated", {
    field: "taskId",
  });
}
