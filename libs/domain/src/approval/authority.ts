import { type Text, text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import type { Authority, PeopleContext, VerdictCommand } from "./commands.ts";
import { nameIn } from "./people.ts";
import { isOwnChange, type Submitted } from "./own-change.ts";
import { placeOf } from "./places.ts";
import type { ApprovalRules } from "./rules.ts";
import { approvalsOf, hasVerdict, hasVote, isWaiting, mayStandIn, standingRun } from "./run.ts";
import { type DutyJudge, dutiesIn, dutyRefusal } from "./separation-of-duties.ts";
import { type Grant, coversKind, grantsAt } from "./substitution.ts";
import { type Approval, type Duty, DUTIES, type Id, type Run, type Task } from "./types.ts";

/** A seat, and who decides it for whom. */
export interface SeatAuthority<A = Approval> {
  approval: A;
  authority: Authority;
}

/**
 * Whether the grant is for the task: for its kind, and neither named by its submitter or by the person whom it is about,
 * who do not decide in another's place themselves, nor created by them for somebody else (contract-3, SAFE-12). Nor does
 * somebody act by a substitution that they created for another (contract-4, MEET-3).
 */
export function isGrantFor(
  grant: Pick<Grant, "substituteId" | "kinds" | "throughIds">,
  task: Pick<Task, "kind" | "submitterId" | "beneficiaryId">,
): boolean {
  const { substituteId, throughIds } = grant;
  return (
    coversKind(grant, task.kind) &&
    throughIds.every((userId) => userId !== substituteId && mayStandIn(task, userId))
  );
}

/**
 * The grants that hold now for the task, of principals with a seat on it. Whoever let more substitutions follow each other
 * after the submission has none of a chain (contract-4, MEET-3).
 *
 * @param run - of a reader, who decides nothing: left out
 */
export function grantsFor(
  task: Pick<Task, "kind" | "submitterId" | "beneficiaryId">,
  rows: readonly Pick<Approval, "approverId">[],
  context: PeopleContext,
  run: Submitted = {},
): Grant[] {
  const { nowMs, rules, people, substitutions } = context;
  if (substitutions.length === 0) return [];
  const among = new Set(rows.map(({ approverId }) => approverId));
  const grants = grantsAt(substitutions, { nowMs, depth: rules.substitutionDepth, people, among });
  return grants.filter((grant) => isGrantFor(grant, task) && !isOwnChain(grant, rules, run));
}

/** Whether the grant is a chain that its substitute allowed after the submission. */
export const isOwnChain = (
  { substituteId, substitutionIds }: Pick<Grant, "substituteId" | "substitutionIds">,
  { seatChanges }: Pick<ApprovalRules, "seatChanges">,
  run: Submitted,
): boolean => substitutionIds.length > 1 && isOwnChange(substituteId, [seatChanges?.substitutionDepth], run);

/**
 * The seats of people whom the user may represent on the task, in the order of the rows; once for each chain, the shortest
 * first. None that a change of their own gave (contract-4, MEET-3).
 */
export function representedSeats<A extends Pick<Approval, "approverId" | "givenByIds">>(
  rows: readonly A[],
  userId: Id,
  grants: readonly Grant[],
  principalId?: Id,
): SeatAuthority<A>[] {
  const ownGrants = grants.filter(
    (grant) => grant.substituteId === userId && (principalId ?? grant.principalId) === grant.principalId,
  );
  const isOthers = ({ givenByIds = [] }: A) => !givenByIds.includes(userId);
  return rows
    .filter(isOthers)
    .flatMap((approval) =>
      ownGrants
        .filter((grant) => grant.principalId === approval.approverId)
        .map((grant) => ({ approval, authority: { actor: userId, principal: approval.approverId, grant } })),
    );
}

/**
 * Why the user does not decide on the task in anybody's place, if so (contract-2, PPL-2): as its submitter, as the
 * person whom it is about, with a seat of their own or one that may return to them, or having decided there already.
 *
 * @param rows - the task's seats
 */
export function substituteRefusal(
  userId: Id,
  task: Pick<Task, "kind" | "submitterId" | "beneficiaryId">,
  rows: readonly Pick<Approval, "approverId" | "decidedBy" | "takenFrom">[],
): DomainError | undefined {
  if (!mayStandIn(task, userId)) {
    return forbidden(
      userId === task.submitterId ? text("run.substituteSubmitted") : text("run.substituteIsAbout"),
    );
  }
  if (rows.some(({ approverId }) => approverId === userId)) {
    return forbidden(text("run.substituteHasSeat"));
  }
  if (hasVote(rows, userId)) {
    return new DomainError("CONFLICT", text("run.onePersonOneVote"), { field: "taskId" });
  }
  return undefined;
}

/**
 * The rule that forbids the verdict, if there is one: judged on who acts, on whose seat it is (PPL-6), on the substitutes
 * between the two, and on privileged users who created one of the substitutions: whoever is barred from a stage names
 * nobody to decide there (contract-3, SAFE-12).
 */
export function dutyOf(
  { approval, authority: { actor, principal, grant } }: SeatAuthority<Pick<Approval, "groups">>,
  task: Pick<Task, "submitterId" | "orderNo">,
  judge: DutyJudge,
): Duty | undefined {
  const place = { task, groups: approval.groups };
  for (const person of new Set([actor, principal, ...(grant?.throughIds ?? [])])) {
    const duty = judge(person, place);
    if (duty !== undefined) return duty;
  }
  return undefined;
}

/**
 * Why a verdict on the task was refused, where there is more to say than that the user cannot give one: somebody has
 * decided the seat, or a rule leaves it out.
 *
 * @param rows - the task's seats, archived ones too once it is over
 */
export function refusalOf(
  { approverId: actor, principalId }: Pick<VerdictCommand, "approverId" | "principalId">,
  rows: readonly Approval[],
  grants: readonly Grant[],
  { people }: Pick<PeopleContext, "people">,
): DomainError | undefined {
  const ownRow = rows.find((row) => row.approverId === actor);
  const representedRows = representedSeats(rows, actor, grants, principalId).map(({ approval }) => approval);
  for (const row of ownRow ? [ownRow] : representedRows) {
    const decidedBy = row.decidedBy ?? (row === ownRow ? undefined : row.approverId);
    if (decidedBy !== undefined && (row.status === "APPROVED" || row.status === "REJECTED")) {
      return alreadyDecided(people, decidedBy);
    }
    if (row.leftOut === "STOOD_IN") {
      const decidedRow = rows.find(
        (candidate) => hasVerdict(candidate) && placeOf(candidate) === placeOf(row),
      );
      if (decidedRow !== undefined)
        return alreadyDecided(people, decidedRow.decidedBy ?? decidedRow.approverId);
    }
    if (isDuty(row.leftOut)) return dutyRefusal(row.leftOut);
    if (row.leftOut === "OWN_CHANGE") return forbidden(text("run.ownChange"));
  }
  return undefined;
}

const alreadyDecided = (people: PeopleContext["people"], userId: Id) =>
  new DomainError("CONFLICT", text("run.alreadyDecided", { name: nameIn(people, userId) }), {
    field: "taskId",
  });

function isDuty(leftOut: Approval["leftOut"]): leftOut is Duty {
  return leftOut !== undefined && (DUTIES as readonly string[]).includes(leftOut);
}

/** Substitutes who can decide in the place of somebody asked on the task, each with the first of those. */
export function activeSubstitutes(
  task: Task,
  run: Run,
  askedIds: readonly Id[],
  context: PeopleContext,
): Map<Id, Id> {
  const substitutes = new Map<Id, Id>();
  const rows = approvalsOf(run, task.id);
  const grants = grantsFor(task, rows, context, run);
  if (grants.length === 0) return substitutes;
  const grantsOf = Map.groupBy(grants, ({ principalId }) => principalId);
  const refusedIds = new Set(
    [...new Set(grants.map(({ substituteId }) => substituteId))].filter(
      (userId) => substituteRefusal(userId, task, rows) !== undefined,
    ),
  );
  const judge = dutiesIn(standingRun(run), context.rules);
  const waitingFor = new Set(askedIds);
  for (const approval of rows.filter((row) => isWaiting(row) && waitingFor.has(row.approverId))) {
    for (const grant of grantsOf.get(approval.approverId) ?? []) {
      const { substituteId: actor, principalId: principal } = grant;
      if (refusedIds.has(actor) || substitutes.has(actor) || approval.givenByIds?.includes(actor)) continue;
      if (dutyOf({ approval, authority: { actor, principal, grant } }, task, judge) !== undefined) continue;
      substitutes.set(actor, principal);
    }
  }
  return substitutes;
}

function forbidden(why: Text): DomainError {
  return new DomainError("FORBIDDEN", why, { field: "taskId" });
}
