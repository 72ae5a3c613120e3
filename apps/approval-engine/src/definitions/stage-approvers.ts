import { createAudit } from "@countersign/mongo";

import { baseFields } from "../shared/base-fields.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import { deleted, nextRefs, numbered } from "../shared/record-use-cases.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { WorkflowStage } from "./records.ts";
import { createApprovers } from "./repositories.ts";

const SERIES = "WA";

/** Writes an approver row for each user. */
async function addApprovers(
  scope: TransactionScope,
  caller: Caller,
  { _id: stageId, workflowId }: WorkflowStage,
  approverIds: readonly string[],
): Promise<void> {
  if (approverIds.length === 0) return;
  const refs = await nextRefs(scope, caller.companyId, SERIES, approverIds.length);
  const stamp = stampOf(caller, scope.now);
  const rows = approverIds.map((approverId, index) => ({
    ...baseFields(stamp, numbered(SERIES, refs[index] ?? "")),
    _id: scope.newId(),
    stageId,
    workflowId,
    approverId,
  }));
  await createApprovers(scope).insert(rows);
}

/** Replaces the stage's approvers with the named users; the audit row has both sets. */
export async function replaceApprovers(
  scope: TransactionScope,
  caller: Caller,
  stage: WorkflowStage,
  approverIds: readonly string[],
): Promise<void> {
  const { now } = scope;
  const approvers = createApprovers(scope);
  const { companyId, userId: actorId } = caller;
  const rows = await approvers.list(companyId, { stageId: stage._id });
  const present = new Set(rows.map(({ approverId }) => approverId));
  const wanted = new Set(approverIds);
  const stamp = stampOf(caller, now);
  const unwanted = rows.filter(({ approverId }) => !wanted.has(approverId));
  await approvers.replace(unwanted.map((row) => deleted(row, stamp)));
  await addApprovers(scope, caller, stage, [...wanted.difference(present)]);
  await createAudit(scope).record({
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
