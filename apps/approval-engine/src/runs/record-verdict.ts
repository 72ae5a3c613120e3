import {
  type ApproveCommand,
  type BuiltInOwner,
  type RejectCommand,
  type TakeOverPolicy,
  type VerdictDecision,
  builtInOwnerOf,
  decide,
  verdictOf,
} from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import type { ApprovalSettings } from "../approval-settings/index.ts";
import { findStoredStage } from "../definitions/index.ts";
import { type Caller, nameOf } from "../shared/caller.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { WorkflowApproval } from "./records.ts";
import { assertReadable } from "./assert-readable.ts";
import { withDecided } from "./decided-by.ts";
import { decisionContext } from "./decision-context.ts";
import { recordDecision } from "./record-decision.ts";
import { type RunRecords, toRun } from "./run-records.ts";
import { createRunsRepository } from "./runs-repository.ts";

/** A verdict as it was sent. */
export interface Verdict {
  taskId: string;
  status: string;
  remark?: string | undefined;
  returnToStageId?: string | undefined;
  expectedRevision?: string | undefined;
}

export interface VerdictRules {
  returnRequeue: boolean;
  /** Given by the HR facade only. */
  takeOver?: TakeOverPolicy;
  /** Acts on documents that follow this owner's rules only. */
  owner?: BuiltInOwner;
  /** One verdict of many, which a stage may refuse (CTRL-6). */
  inBulk?: boolean;
}

/**
 * Records the caller's verdict on the active task in one transaction (specification: "Approve and reject").
 *
 * @returns the id of the approval that was decided
 * @throws DomainError `APPROVAL_STATUS_REFUSED`, `APPROVAL_NOT_ACTIONABLE`, `REVISION_CHANGED`, `RETURN_STAGE_NOT_FOUND`,
 *   `CONFLICT` where the stage is not decided in bulk; where somebody has decided it, with {@link withDecided its facts}
 */
export async function recordVerdict(
  scope: TransactionScope,
  caller: Caller,
  { taskId, status, remark, returnToStageId, expectedRevision }: Verdict,
  { returnRequeue, takeOver, owner, inBulk = false }: VerdictRules,
): Promise<string> {
  const runs = createRunsRepository(scope);
  const { companyId, userId: approverId, privileged } = caller;
  const type = verdictOf(status);
  const task = await runs.lockTask(companyId, taskId);
  if (task === undefined || (owner !== undefined && builtInOwnerOf(task.kind) !== owner)) throw missing();
  const before = await runs.load(task);
  let context = await decisionContext(scope, companyId, before, { returnRequeue, actor: caller });
  const isForOthers = takeOver === "anyone" || takeOver === "participants";
  if (!isForOthers) assertReadable(caller, before, context, missing);
  if (inBulk && task.bulk === false) {
    throw new DomainError("CONFLICT", text("run.notInBulk", { stage: task.stageName }), {
      field: "taskId",
    });
  }
  const verdict = {
    taskId,
    approverId,
    isAgent: caller.isAgent,
    remark,
    expectedRevision,
    actorName: await nameOf(caller, scope, context.people),
    takeOver: takeOver && {
      policy: takeOver,
      privileged,
    },
  };
  const definition =
    task.workflowId === undefined ? undefined : definitionFor(before, context.settings, task.workflowId);
  const returnStage =
    type === "reject" && returnToStageId !== undefined && definition !== undefined
      ? await findStoredStage(scope, companyId, returnToStageId, definition)
      : undefined;
  const isInRun = before.tasks.some(({ archived, stageId }) => !archived && stageId === returnToStageId);
  if (returnStage !== undefined && !isInRun) {
    context = await decisionContext(scope, companyId, before, { returnRequeue, actor: caller, returnStage });
  }
  const command: ApproveCommand | RejectCommand =
    type === "approve" ? { type, ...verdict } : { type, ...verdict, returnToStageId, returnStage };
  let decision: VerdictDecision;
  try {
    decision = decide(command, toRun(before), context);
  } catch (error) {
    throw withDecided(error, { caller, taskId, loaded: before, context });
  }
  await recordDecision(scope, caller, {
    before,
    decision,
    substitutions: context.substitutions,
    audit: { action: "changeStatus", entity: "workflow_tasks", entityId: taskId },
  });
  return decision.approvalId;
}

const missing = () =>
  new DomainError("APPROVAL_NOT_ACTIONABLE", text("run.notActionable"), { field: "taskId" });

/**
 * The definition that a return reads: the version that the run follows, or the workflow as it is now where the company says
 * so, and for runs from before versions (contract-3, ROUTE-1).
 */
function definitionFor(
  { origin: { workflowVersion: version } }: RunRecords,
  settings: Pick<ApprovalSettings, "returnUsesCurrentDefinition">,
  workflowId: string,
) {
  return settings.returnUsesCurrentDefinition ? { workflowId } : { workflowId, version };
}

/** The row of a verdict, once it is recorded; nothing when the company has no such row. */
export async function approvalOf(
  scope: TransactionScope,
  { companyId }: Caller,
  approvalId: string,
): Promise<WorkflowApproval | undefined> {
  return createRunsRepository(scope).approvals.find(companyId, approvalId);
}
