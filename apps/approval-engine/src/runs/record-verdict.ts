import { type Owner, type TakeOverPolicy, decide, ownerOf, verdictOf } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";

import { toRun } from "./run-records.ts";
import { type Caller, nameOf } from "../shared/caller.ts";
import { recordDecision } from "./record-decision.ts";
import { findStoredStage } from "../definitions/stored-stages.ts";
import type { Attempt } from "../shared/transact.ts";

/** A verdict as it was sent. */
export interface Verdict {
  taskId: string;
  status: string;
  remark?: string | undefined;
  returnToStageId?: string | undefined;
}

export interface VerdictRules {
  returnRequeue: boolean;
  /** Given by the HR facade only. */
  takeOver?: TakeOverPolicy;
  /** Acts on this owner's documents only. */
  owner?: Owner;
}

/**
 * Records the caller's verdict on the active task in the attempt's transaction (specification: "Approve and reject").
 *
 * @returns the id of the approval that was decided
 * @throws DomainError `APPROVAL_STATUS_REFUSED`, `APPROVAL_NOT_ACTIONABLE`, `RETURN_STAGE_NOT_FOUND`
 */
export async function recordVerdict(
  attempt: Attempt,
  caller: Caller,
  { taskId, status, remark, returnToStageId }: Verdict,
  { returnRequeue, takeOver, owner }: VerdictRules,
): Promise<string> {
  const { repositories, newId, now } = attempt;
  const { companyId, userId: approverId, privileged } = caller;
  const type = verdictOf(status);
  const task = await repositories.runs.claimTask(companyId, taskId);
  if (task === undefined || (owner !== undefined && ownerOf(task.kind) !== owner)) throw notActionable();
  const before = await repositories.runs.load(companyId, task.runId);
  const verdict = {
    taskId,
    approverId,
    remark,
    actorName: await nameOf(caller, repositories.directory),
    takeOver: takeOver && {
      policy: takeOver,
      privileged,
    },
  };
  const returnStage =
    type === "reject" && returnToStageId !== undefined && task.stageId !== undefined
      ? await findStoredStage(repositories, companyId, returnToStageId)
      : undefined;
  const decision = decide(
    type === "approve" ? { type, ...verdict } : { type, ...verdict, returnToStageId, returnStage },
    toRun(before),
    { nowMs: now.getTime(), newId, returnRequeue },
  );
  await recordDecision(attempt, caller, {
    before,
    decision,
    audit: { action: "changeStatus", entity: "workflow_tasks", entityId: taskId },
  });
  const decided = decision.changes.updatedApprovals.find(
    (approval) => approval.taskId === taskId && approval.approverId === approverId,
  );
  if (decided === undefined) throw notActionable();
  return decided.id;
}

function notActionable(): DomainError {
  return new DomainError("APPROVAL_NOT_ACTIONABLE", "Approval not found or cannot be updated", {
    field: "taskId",
  });
}
