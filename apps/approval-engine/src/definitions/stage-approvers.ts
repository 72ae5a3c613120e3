import { baseFields } from "../shared/base-fields.ts";
import type { WorkflowStage } from "../shared/records.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import { deleted, nextRefs, numbered } from "../shared/record-use-cases.ts";
import type { Attempt } from "../shared/transact.ts";

const SERIES = "WA";

/** Writes an approver row for each user. */
async function addApprovers(
  { repositories, newId, now }: Attempt,
  caller: Caller,
  { _id: stageId, workflowId }: WorkflowStage,
  approverIds: readonly string[],
): Promise<void> {
  if (approverIds.length === 0) return;
  const refs = await nextRefs(repositories, caller.companyId, SERIES, approverIds.length);
  const stamp = stampOf(caller, now);
  const rows = approverIds.map((approverId, index) => ({
    ...baseFields(stamp, numbered(SERIES, refs[index] ?? "")),
    _id: newId(),
    stageId,
    workflowId,
    approverId,
  }));
  await repositories.approvers.insert(rows);
}

/** Makes the named users the stage's approvers, and nobody else; audited with both sets. */
export async function replaceApprovers(
  attempt: Attempt,
  caller: Caller,
  stage: WorkflowStage,
  approverIds: readonly string[],
): Promise<void> {
  const { repositories, now } = attempt;
  const { companyId, userId: actorId } = caller;
  const rows = await repositories.approvers.list(companyId, { stageId: stage._id });
  const present = new Set(rows.map(({ approverId }) => approverId));
  const wanted = new Set(approverIds);
  const stamp = stampOf(caller, now);
  const unwanted = rows.filter(({ approverId }) => !wanted.has(approverId));
  await repositories.approvers.replace(unwanted.map((row) => deleted(row, stamp)));
  await addApprovers(attempt, caller, stage, [...wanted.difference(present)]);
  await repositories.audit.record({
    companyId,
    actorId,
    action: "replaceApprovers",
    entity: "workflow_stages",
    entityId: stage._id,
    before: { approverIds: [...present] },
    after: { approverIds: [...wanted] },
    at: now,
  });
}
