import type { Actionable } from "./actionable.ts";
import { changesBetween } from "./changes.ts";
import type { DecisionContext, Outcome, RunEvent, VerdictCommand, VerdictDecision } from "./commands.ts";
import { nameIn } from "./people.ts";
import { withPlaceDecided } from "./places.ts";
import { revisionOf } from "./revision.ts";
import { changeApprovals, wholeSeconds } from "./steps.ts";
import type { Id, Run } from "./types.ts";

/** approval → APPROVED or REJECTED by the acting user, who becomes the approver of an approval taken over. */
export function recordVerdict(
  run: Run,
  { task, approval, authority: { principal, grant } }: Actionable,
  { approverId, remark }: VerdictCommand,
  status: "APPROVED" | "REJECTED",
  context: DecisionContext,
): Run {
  const judgedRun = changeApprovals(run, (row) => row.id === approval.id, {
    approverId: principal,
    status,
    remark,
    statusUpdateDate: wholeSeconds(context),
    decidedBy: grant === undefined ? undefined : approverId,
    takenFrom: approval.approverId === principal ? undefined : approval.approverId,
    revision: revisionOf(task, run),
  });
  return withPlaceDecided(judgedRun, approval);
}

/** The users whom a verdict notifies: the submitter, and the principal if a substitute gave it. */
export function notifiedBy({ task, authority: { principal, grant } }: Actionable): Id[] {
  return grant === undefined ? [task.submitterId] : [task.submitterId, principal];
}

/** The metadata of a verdict's event other than its stage. */
export function verdictMetadata(
  { approverId, remark, actorName }: VerdictCommand,
  { approval, authority: { principal, grant } }: Actionable,
  { people }: DecisionContext,
) {
  const isTakenOver = grant === undefined && approval.approverId !== approverId;
  return {
    remark,
    actorName,
    reassignedFrom: isTakenOver ? approval.approverId : undefined,
    reassignedTo: isTakenOver ? approverId : undefined,
    principalId: grant && principal,
    principalName: grant && nameIn(people, principal),
  };
}

/**
 * A decision without an outcome.
 *
 * @param actedOn - the tasks that are written in any case
 */
export function transition(
  runId: Id,
  before: Run,
  run: Run,
  events: readonly RunEvent[],
  actedOn?: readonly Id[],
) {
  return { runId, run, changes: changesBetween(before, run, actedOn), events };
}

/**
 * The decision of a verdict.
 *
 * @param events - the verdict's own first
 */
export function verdict(
  before: Run,
  run: Run,
  { task, approval }: Actionable,
  events: readonly [RunEvent, ...RunEvent[]],
  outcome?: Outcome,
): VerdictDecision {
  const decision = { ...transition(task.runId, before, run, events, [task.id]), approvalId: approval.id };
  if (outcome === undefined) return decision;
  return { ...decision, outcome, verdict: events[0], task: run.tasks[0] ?? task };
}
