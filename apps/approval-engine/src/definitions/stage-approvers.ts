import { type NamedPerson, refuseUnknown } from "../approval-settings/index.ts";
import { baseFields, touched } from "../shared/base-fields.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import { recordFacts } from "../shared/record-facts.ts";
import { changed, deleted, nextRefs, numbered } from "../shared/record-use-cases.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { WorkflowApprover, WorkflowStage } from "./records.ts";
import { createApprovers } from "./repositories.ts";
import { type StageApprover, seatsAmong } from "./stage-seats.ts";

const SERIES = "WA";

/** The groups of an approver as they are stored: each once, and undefined if there are none. */
export function labels(groups: readonly string[] = []): Pick<WorkflowApprover, "groups"> {
  return groups.length === 0 ? {} : { groups: [...new Set(groups)] };
}

/** Writes an approver row for each user. */
async function addApprovers(
  scope: TransactionScope,
  caller: Caller,
  { _id: stageId, workflowId }: WorkflowStage,
  added: readonly StageApprover[],
): Promise<void> {
  if (added.length === 0) return;
  const refs = await nextRefs(scope, caller.companyId, SERIES, added.length);
  const stamp = stampOf(caller, scope.now);
  const rows = added.map(({ approverId, groups }, index) => ({
    ...baseFields(stamp, numbered(SERIES, refs[index] ?? "")),
    _id: scope.newId(),
    stageId,
    workflowId,
    approverId,
    ...labels(groups),
  }));
  await createApprovers(scope).insert(rows);
}

/**
 * Refuses approvers whom the directory does not know, as `refuseUnknown` does; those who are approvers already stay.
 *
 * @throws DomainError `INVALID_INPUT` naming the first of them
 */
export async function refuseStrangers(
  scope: TransactionScope,
  { companyId }: Pick<Caller, "companyId">,
  rows: readonly Pick<WorkflowApprover, "approverId">[],
  named: readonly NamedPerson[],
): Promise<void> {
  const present = new Set(rows.map(({ approverId }) => approverId));
  await refuseUnknown(
    scope,
    companyId,
    named.filter(({ userId }) => !present.has(userId)),
  );
}

/** The approvers of a stage. */
interface ApproverChange {
  /** Those that it has. */
  rows: readonly WorkflowApprover[];
  /** Those that it shall have. */
  given: readonly StageApprover[];
}

/**
 * Replaces the stage's approvers with the given users. Present approvers keep their groups unless others are given.
 *
 * @returns the approvers afterwards
 */
export async function writeApprovers(
  scope: TransactionScope,
  caller: Caller,
  stage: WorkflowStage,
  { rows, given }: ApproverChange,
): Promise<StageApprover[]> {
  const approvers = createApprovers(scope);
  const present = new Map(rows.map(({ approverId, groups }) => [approverId, groups]));
  const wanted = new Map(given.map((one): [string, StageApprover] => [one.approverId, one]));
  const stamp = stampOf(caller, scope.now);
  const kept = rows.flatMap((row) => {
    const groups = wanted.get(row.approverId)?.groups;
    return groups === undefined ? [] : [relabelled(row, groups)];
  });
  const unwanted = rows.filter(({ approverId }) => !wanted.has(approverId));
  await approvers.replace([
    ...unwanted.map((row) => deleted(row, stamp)),
    ...kept.map((row) => Object.assign(row, touched(stamp))),
  ]);
  const added = [...wanted.values()].filter(({ approverId }) => !present.has(approverId));
  await addApprovers(scope, caller, stage, added);
  return [...wanted.values()].map(({ approverId, groups = present.get(approverId) }) => ({
    approverId,
    groups,
  }));
}

/** {@link writeApprovers}, with an audit row that has both sets. */
export async function replaceApprovers(
  scope: TransactionScope,
  caller: Caller,
  stage: WorkflowStage,
  change: ApproverChange,
): Promise<void> {
  const { companyId, userId: actorId } = caller;
  const { rows } = change;
  const after = await writeApprovers(scope, caller, stage, change);
  const about = { action: "replaceApprovers", entity: "workflow_stages", entityId: stage._id, at: scope.now };
  const sides = { before: seatsAmong(rows), after: seatsAmong(after) };
  await recordFacts(scope, { audit: [{ companyId, actorId, ...about, ...sides }] });
}

function relabelled(row: WorkflowApprover, groups: readonly string[]): WorkflowApprover {
  return changed(row, { groups: labels(groups).groups ?? null });
}
