import {
  type ApproveCommand,
  type BuiltInOwner,
  type Id,
  type RejectCommand,
  type StoredStage,
  type TakeOverPolicy,
  type VerdictDecision,
  builtInOwnerOf,
  decide,
  verdictOf,
} from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import type { ApprovalSettings } from "../approval-settings/index.ts";
import { findStoredStage, stageChangers } from "../definitions/index.ts";
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
 * Records the caller's verdict on the active task (specification: "Approve and reject").
 *
 * @returns the approval that was decided
 * @throws DomainError `APPROVAL_STATUS_REFUSED`, `APPROVAL_NOT_ACTIONABLE`, `REVISION_CHANGED`, `RETURN_STAGE_NOT_FOUND`,
 *   `CONFLICT` where the stage is not decided in bulk; where somebody has decided it, with {@link withDecided its facts}
 */
export async function recordVerdict(
  scope: TransactionScope,
  caller: Caller,
  { taskId, status, remark, returnToStageId, expectedRevision }: Verdict,
  { returnRequeue, takeOver, owner, inBulk = false }: VerdictRules,
): Promise<WorkflowApproval> {
  const { companyId, userId: approverId, privileged } = caller;
  const type = verdictOf(status);
  const found = await createRunsRepository(scope).ofTask(companyId, taskId);
  if (found === undefined || (owner !== undefined && builtInOwnerOf(found.task.kind) !== owner))
    throw missing();
  const { run: before, task } = found;
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
  const returnStage =
    type === "reject" && returnToStageId !== undefined && task.workflowId !== undefined
      ? await stageToReturnTo(scope, companyId, returnToStageId, {
          before,
          settings: context.settings,
          workflowId: task.workflowId,
        })
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
  const after = await recordDecision(scope, caller, {
    before,
    decision,
    substitutions: context.substitutions,
    audit: { action: "changeStatus", entity: "workflow_tasks", entityId: taskId },
  });
  return after.approvals.find(({ _id }) => _id === decision.approvalId)!;
}

const missing = () =>
  new DomainError("APPROVAL_NOT_ACTIONABLE", text("run.notActionable"), { field: "taskId" });

/**
 * The stage that a return names: of the version that the run follows, or of the workflow as it is now where the company says
 * so, and for runs that brought their stages along (contract-3, ROUTE-1). Whoever changed it since the run began has no seat
 * there (contract-4, MEET-3).
 */
async function stageToReturnTo(
  scope: TransactionScope,
  companyId: Id,
  stageId: Id,
  { before, settings, workflowId }: ReturningRun,
): Promise<StoredStage | undefined> {
  const { workflowVersion: version } = before.origin;
  const isCurrent = settings.returnUsesCurrentDefinition || version === undefined;
  const definition = isCurrent ? { workflowId } : { workflowId, version };
  const stage = await findStoredStage(scope, companyId, stageId, definition);
  if (stage === undefined || !isCurrent) return stage;
  const begun = { workflowId, version, submittedAt: before.submittedAt };
  const changerIds = await stageChangers(scope, companyId, stageId, begun);
  return changerIds.length === 0 ? stage : { ...stage, changerIds };
}

interface ReturningRun {
  before: RunRecords;
  settings: Pick<ApprovalSettings, "returnUsesCurrentDefinition">;
  workflowId: Id;
}
