import { LIMITS } from "@countersign/contracts";
import { assertApproverAddable, assertApproverRemovable } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";

import { baseFields, touched } from "../shared/base-fields.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import {
  type AnyRecord,
  type RecordUseCases,
  auditWrite,
  changed,
  deleted,
} from "../shared/record-use-cases.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { assertInvolved } from "./assert-involved.ts";
import type { WorkflowApproval, WorkflowTask } from "./records.ts";
import {
  type CreateWorkflowApprovalInput,
  type UpdateWorkflowApprovalInput,
  createWorkflowApprovalInput,
  updateWorkflowApprovalInput,
} from "./inputs.ts";
import { type RunRecords, toRun } from "./run-records.ts";
import { createRunsRepository } from "./runs-repository.ts";

const ENTITY = "workflow_approvals";

export type ApprovalUseCases = RecordUseCases<
  WorkflowApproval,
  CreateWorkflowApprovalInput,
  UpdateWorkflowApprovalInput
>;

/**
 * `createWorkflowApproval`, `updateWorkflowApproval`, `deleteWorkflowApproval` (contract: "approval-engine"): rows are
 * added and removed only as the domain allows, and no verdict is ever written here.
 */
export function createApprovalUseCases({ transact }: { transact: Transact }): ApprovalUseCases {
  return {
    create: async (caller, input) => {
      const { taskId, approverId, ...fields } = parseInput(createWorkflowApprovalInput, input);
      return transact(async (scope) => {
        const { task, run } = await lockedRun(scope, caller, taskId);
        assertApproverAddable(toRun(run), taskId, approverId, caller);
        if (run.approvals.filter((row) => row.taskId === taskId).length >= LIMITS.approversPerStage) {
          throw new DomainError("CONFLICT", `A task has at most ${LIMITS.approversPerStage} approvers`, {
            field: "taskId",
          });
        }
        const approval = addedApproval(task, approverId, {
          ...baseFields(stampOf(caller, scope.now), {
            ref: task.ref,
            documentCode: fields.documentCode ?? undefined,
            documentDate: fields.documentDate,
          }),
          _id: scope.newId(),
        });
        await createRunsRepository(scope).approvals.insert([approval]);
        await writeInvolved(scope, task, [...task.involvedIds, approverId]);
        await auditWrite(scope, caller, { entity: ENTITY, action: "create", after: approval });
        return approval;
      });
    },
    update: async (caller, id, input) => {
      const approvalId = parseInput(idInput("id"), id);
      const changes = parseInput(updateWorkflowApprovalInput, input);
      return transact(async (scope) => {
        const { approval: before, run } = await lockedApproval(scope, caller, approvalId);
        assertInvolved(caller, run);
        assertRemarkIsOpen(before, caller, changes);
        const after = { ...changed(before, changes), ...touched(stampOf(caller, scope.now)) };
        await createRunsRepository(scope).approvals.replace([after]);
        await auditWrite(scope, caller, { entity: ENTITY, action: "update", before, after });
        return after;
      });
    },
    remove: async (caller, id) => {
      const approvalId = parseInput(idInput("id"), id);
      return transact(async (scope) => {
        const { approval: before, task, run } = await lockedApproval(scope, caller, approvalId);
        assertApproverRemovable(toRun(run), approvalId, caller);
        const after = deleted(before, stampOf(caller, scope.now));
        await createRunsRepository(scope).approvals.replace([after]);
        await writeInvolved(scope, task, involvedWithout(task, run, approvalId));
        await auditWrite(scope, caller, { entity: ENTITY, action: "delete", before });
        return after;
      });
    },
  };
}

/** A row added by hand: PENDING, and it can be decided as soon as its task is active. */
function addedApproval(
  { _id: taskId, runId, kind, status: taskStatus, stageId, workflowId }: WorkflowTask,
  approverId: string,
  base: AnyRecord,
): WorkflowApproval {
  return defined<WorkflowApproval>({
    ...base,
    runId,
    taskId,
    kind,
    taskStatus,
    stageId,
    workflowId,
    approverId,
    addedByHand: true,
    archived: false,
    status: "PENDING",
  });
}

interface LockedRun {
  task: WorkflowTask;
  run: RunRecords;
}

/** The task, written first so that a simultaneous verdict on it conflicts, and its run. */
async function lockedRun(scope: TransactionScope, { companyId }: Caller, taskId: string): Promise<LockedRun> {
  const runs = createRunsRepository(scope);
  const task = await runs.lockTask(companyId, taskId);
  if (task === undefined) throw new DomainError("NOT_FOUND", "Workflow task not found", { field: "taskId" });
  return { task, run: await runs.load(companyId, task.runId) };
}

async function lockedApproval(
  scope: TransactionScope,
  caller: Caller,
  approvalId: string,
): Promise<LockedRun & { approval: WorkflowApproval }> {
  const approval = await createRunsRepository(scope).approvals.find(caller.companyId, approvalId);
  if (approval === undefined) {
    throw new DomainError("NOT_FOUND", "Workflow approval not found", { field: "id" });
  }
  return { ...(await lockedRun(scope, caller, approval.taskId)), approval };
}

/** A remark may be drafted by its author until the verdict is recorded. */
function assertRemarkIsOpen(
  { status, archived, approverId }: WorkflowApproval,
  { userId }: Caller,
  { remark }: { remark?: string | null | undefined },
): void {
  if (remark === undefined) return;
  if (approverId !== userId) {
    throw new DomainError("FORBIDDEN", "Only the approver may write the remark", { field: "remark" });
  }
  if (archived || (status !== "PENDING" && status !== "AWAITING_APPROVAL")) {
    throw new DomainError("CONFLICT", "The remark of a recorded verdict cannot be changed", {
      field: "remark",
    });
  }
}

function involvedWithout(task: WorkflowTask, run: RunRecords, approvalId: string): string[] {
  const left = run.approvals.filter(({ _id, taskId }) => taskId === task._id && _id !== approvalId);
  return [task.submitterId, ...left.map(({ approverId }) => approverId)];
}

async function writeInvolved(
  scope: TransactionScope,
  task: WorkflowTask,
  involvedIds: readonly string[],
): Promise<void> {
  await createRunsRepository(scope).tasks.replace([{ ...task, involvedIds: [...new Set(involvedIds)] }]);
}
