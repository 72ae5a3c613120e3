import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import {
  type SeatAuthority,
  dutyOf,
  grantsFor,
  isGrantFor,
  isOwnChain,
  refusalOf,
  representedSeats,
  substituteRefusal,
} from "./authority.ts";
import type { PeopleContext, TakeOverPolicy, VerdictCommand } from "./commands.ts";
import { assertWithinLimit } from "./limits.ts";
import { assertUnchanged } from "./revision.ts";
import {
  approvalsOf,
  decidesMeanwhile,
  hasVote,
  isActive,
  isWaiting,
  mayStandIn,
  standingRun,
} from "./run.ts";
import type { ApprovalRules } from "./rules.ts";
import { type DutyRun, dutiesIn, dutyRefusal } from "./separation-of-duties.ts";
import type { Grant } from "./substitution.ts";
import type { Approval, Id, Run, Task, WantedChanges } from "./types.ts";

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
  const { approverId: actor, isAgent } = command;
  const task = run.tasks.find((candidate) => candidate.id === command.taskId);
  if (task === undefined) throw notActionable();
  assertUnchanged(command.expectedRevision, task, run);
  const rows = isActive(task)
    ? approvalsOf(run, task.id)
    : run.approvals.filter(({ taskId }) => taskId === task.id);
  const grants = grantsFor(task, rows, context, run);
  if (!isActive(task)) throw refusalOf(command, rows, grants, context) ?? notActionable();
  const seats = waitingSeats(command, task, rows, grants);
  if (seats instanceof DomainError) throw seats;
  if (seats.length === 0) {
    const refusal = refusalOf(command, rows, grants, context);
    if (refusal !== undefined) throw refusal;
    const takenSeat = takenOver(command, run, task, context);
    if (takenSeat === undefined) throw notActionable();
    seats.push({ approval: takenSeat, authority: { actor, principal: actor } });
  }
  const allowedSeat = allowedAmong(seats, task, { run: standingRun(run), rules: context.rules, isAgent });
  if (allowedSeat instanceof DomainError) throw allowedSeat;
  return { task, ...allowedSeat };
}

type Judged = Pick<Task, "id" | "kind" | "orderNo" | "submitterId" | "beneficiaryId">;
/** Fields of a seat that {@link decidableSeat} looks at. */
export type JudgedSeat = Pick<
  Approval,
  "taskId" | "approverId" | "status" | "archived" | "decidedBy" | "takenFrom" | "groups" | "givenByIds"
>;

/**
 * The seats on an active task that wait for the user: their own, or those of people whom they represent. Who has an own
 * seat decides for others only by naming them, and is refused then.
 *
 * @param rows - the task's seats
 * @returns the refusal, where somebody else could decide such a seat as a substitute
 */
function waitingSeats<Seat extends JudgedSeat>(
  { approverId: actor, principalId }: Pick<VerdictCommand, "approverId" | "principalId">,
  task: Judged,
  rows: readonly Seat[],
  grants: readonly Grant[],
): SeatAuthority<Seat>[] | DomainError {
  const ownSeats = rows.filter((row) => row.approverId === actor);
  const isNamed = principalId !== undefined && principalId !== actor;
  if (ownSeats.length > 0 && !isNamed) {
    return ownSeats
      .filter(isWaiting)
      .map((approval) => ({ approval, authority: { actor, principal: actor } }));
  }
  const seats = representedSeats(rows, actor, grants, principalId);
  const openSeats = seats.filter(({ approval }) => isWaiting(approval));
  return openSeats.length === 0 ? [] : (substituteRefusal(actor, task, rows) ?? openSeats);
}

/** The first seat that separation of duties lets its actor decide; if there is none, why not the first of all. */
function allowedAmong<Seat extends JudgedSeat>(
  seats: readonly SeatAuthority<Seat>[],
  task: Judged,
  { run, rules, isAgent }: DutyContext,
): SeatAuthority<Seat> | DomainError {
  if (isAgent && run.agentPrincipalIds?.length) return dutyRefusal("agent");
  if (isAgent && !rules.agentsMayDecide) return dutyRefusal("agentsMayDecide");
  const judge = dutiesIn(run, rules);
  const duties = seats.map((seat) => dutyOf(seat, task, judge));
  const [first] = duties;
  return seats[duties.indexOf(undefined)] ?? (first === undefined ? notActionable() : dutyRefusal(first));
}

/**
 * The pending approval of somebody else that the user takes over (contract: "`actionApproval`'s take-over"). The
 * submitter, the person whom the document is about and approvers of the task may not take over; an approver's verdict
 * would count twice. A row added by hand does not make its user a participant (SAFE-3). One that a limit gave is taken over
 * only by whom a limit covers (contract-4, MEET-7), and none by whom a change of their own gave it to its holder (MEET-3).
 *
 * @throws DomainError `FORBIDDEN` where only such are left for somebody without
 */
function takenOver(
  command: VerdictCommand,
  run: Run,
  task: Task,
  context: PeopleContext,
): Approval | undefined {
  const { approverId, takeOver } = command;
  if (takeOver === undefined || !mayStandIn(task, approverId)) {
    return undefined;
  }
  const rows = approvalsOf(run, task.id);
  const participates = run.approvals.some((row) => row.approverId === approverId && !row.addedByHand);
  if (
    hasVote(rows, approverId) ||
    !isAllowed(takeOver.policy, { participates, privileged: takeOver.privileged })
  ) {
    return undefined;
  }
  const waitingRows = rows
    .filter(isWaiting)
    .filter(({ givenByIds = [] }) => !givenByIds.includes(approverId));
  const free = waitingRows.find(({ byLimit }) => byLimit === undefined);
  if (free === undefined && waitingRows.length > 0) {
    assertWithinLimit(approverId, task, run, context, "taskId");
  }
  return free ?? waitingRows[0];
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

/** Those who want changes on a stage, while it waits for them (contract-4, TALK-2). */
export interface WaitsOnAnswer {
  waitsOnAnswer?: Pick<WantedChanges, "askerId" | "principalId"> | undefined;
}

/** The facts that separation of duties depends on. */
interface DutyContext {
  /** Its standing verdicts. */
  run: DutyRun;
  rules: ApprovalRules;
  /** Whether a program acts with the user's token. */
  isAgent?: boolean | undefined;
}

/**
 * The seat on which the user's verdict would be accepted now (contract: "`canUpdateStatus`"), judged as a verdict is, and
 * in whose place they would give it: their own, or that of somebody whom they represent.
 *
 * @param approvals - may include approvals of other tasks, which are ignored
 * @param grants - those that hold now; none: the user decides on own seats only
 * @param duties - of the run only the verdicts of the user, of those whom they represent and of those who named a substitute are looked at; none:
 *   separation of duties is not judged
 */
export function decidableSeat<Seat extends JudgedSeat>(
  task: Judged & Pick<Task, "status" | "archived"> & WaitsOnAnswer,
  approvals: readonly Seat[],
  approverId: Id,
  grants: readonly Grant[] = [],
  duties?: DutyContext,
): SeatAuthority<Seat> | undefined {
  if (!isActive(task)) return undefined;
  const rows = approvals.filter((row) => row.taskId === task.id && !row.archived);
  const covering = grants.filter(
    (grant) =>
      isGrantFor(grant, task) && !(duties !== undefined && isOwnChain(grant, duties.rules, duties.run)),
  );
  const seats = waitingSeats({ approverId }, task, rows, covering);
  if (seats instanceof DomainError || seats.length === 0) return undefined;
  const allowedSeat = duties === undefined ? seats[0] : allowedAmong(seats, task, duties);
  if (allowedSeat === undefined || allowedSeat instanceof DomainError) return undefined;
  const { waitsOnAnswer } = task;
  const isHeld = waitsOnAnswer && !decidesMeanwhile(waitsOnAnswer, approverId, allowedSeat.approval);
  return isHeld ? undefined : allowedSeat;
}

function notActionable(): DomainError {
  return new DomainError("APPROVAL_NOT_ACTIONABLE", text("run.notActionable"), {
    field: "taskId",
  });
}
