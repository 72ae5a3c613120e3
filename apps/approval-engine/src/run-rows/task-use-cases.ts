import { assertUnchanged, isActive, isOpen, isQueued } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { touched } from "../shared/base-fields.ts";
import { type Caller, assertPrivileged, stampOf } from "../shared/caller.ts";
import { idInput } from "../shared/inputs.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditWrite, changed, deleted } from "../shared/record-use-cases.ts";
import type { Transact } from "../shared/transact.ts";
import { type SeenInput, seenInput, transactOnce } from "../shared/retry-safe.ts";
import {
  type RunsRepository,
  type WorkflowTask,
  assertInvolved,
  createRunsRepository,
  refreshSearchRow,
  statedByOf,
  toRun,
} from "../runs/index.ts";
import { type UpdateWorkflowTaskInput, updateWorkflowTaskInput } from "./inputs.ts";

const ENTITY = "workflow_tasks";

export interface TaskUseCases {
  update(caller: Caller, id: string, input: UpdateWorkflowTaskInput): Promise<WorkflowTask>;
  /** Soft delete; answers the deleted record. */
  remove(caller: Caller, id: string, seen?: SeenInput): Promise<WorkflowTask>;
}

/**
 * `updateWorkflowTask` and `deleteWorkflowTask`: those involved may correct labels, but not the reference that a document's
 * owner gave; what a run decided stays. Privileged users delete, but no task of an open run, which would be a way around its approvers: cancel the document instead. A
 * deleted task takes its approvals along, and its run still counts as it ended (SAFE-5).
 */
export function createTaskUseCases({ transact }: { transact: Transact }): TaskUseCases {
  return {
    update: async (caller, id, input) => {
      const taskId = parseInput(idInput("id"), id);
      const given = parseInput(updateWorkflowTaskInput, input);
      const { idempotencyKey: _key, expectedRevision, ...changes } = given;
      const command = { caller, operation: "updateTask", command: { taskId, ...given } };
      return transactOnce(transact, command, async (scope) => {
        await refuseLeaver(scope, caller);
        const runs = createRunsRepository(scope);
        const before = await lockedTask(runs, caller, taskId);
        const run = await runs.load(before);
        assertInvolved(caller, run);
        assertUnchanged(expectedRevision, before, run.origin);
        const relabelled = withRevision(before, changed(before, changes));
        assertReference(before, relabelled);
        const after = { ...relabelled, ...touched(stampOf(caller, scope.now)) };
        await runs.tasks.replace([after]);
        await refreshSearchRow(scope, after.runId);
        await auditWrite(scope, caller, { entity: ENTITY, action: "update", before, after });
        return after;
      });
    },
    remove: async (caller, id, seen = {}) => {
      const taskId = parseInput(idInput("id"), id);
      const given = parseInput(seenInput, seen);
      const command = { caller, operation: "deleteTask", command: { taskId, ...given } };
      return transactOnce(transact, command, async (scope) => {
        await refuseLeaver(scope, caller);
        const runs = createRunsRepository(scope);
        const before = await lockedTask(runs, caller, taskId);
        assertPrivileged(caller);
        const run = await runs.load(before);
        assertUnchanged(given.expectedRevision, before, run.origin);
        if (isOpen(toRun(run))) {
          throw new DomainError("CONFLICT", text("run.openTaskKept"), {
            field: "id",
          });
        }
        const stamp = stampOf(caller, scope.now);
        const after = deleted(before, stamp);
        await runs.tasks.replace([after]);
        const approvals = await runs.approvals.list(caller.companyId, { runId: before.runId, taskId });
        await runs.approvals.replace(approvals.map((approval) => deleted(approval, stamp)));
        await refreshSearchRow(scope, after.runId);
        await auditWrite(scope, caller, { entity: ENTITY, action: "delete", before });
        return after;
      });
    },
  };
}

/** The changed task. A stage that waits has another revision once its labels have changed (contract-3, SAFE-18). */
function withRevision(before: WorkflowTask, after: WorkflowTask): WorkflowTask {
  const { relabelled = 0 } = before;
  const isChanged = LABELS.some((label) => after[label] !== before[label]);
  const isWaiting = isActive(before) || isQueued(before);
  return isChanged && isWaiting ? { ...after, relabelled: relabelled + 1 } : after;
}

const LABELS = [
  "ref",
  "title",
  "documentCode",
  "documentDate",
] as const satisfies (keyof UpdateWorkflowTaskInput)[];

/** The owner's reference of its document is nobody else's to change (contract-3, SAFE-11). */
function assertReference(before: WorkflowTask, { ref }: WorkflowTask): void {
  if (ref === before.ref || statedByOf(before) !== "OWNER") return;
  throw new DomainError("FORBIDDEN", text("run.referenceIsOwners"), { field: "ref" });
}

async function lockedTask(
  runs: RunsRepository,
  { companyId }: Caller,
  taskId: string,
): Promise<WorkflowTask> {
  const task = await runs.lockTask(companyId, taskId);
  if (task === undefined) throw new DomainError("NOT_FOUND", text("missing.task"), { field: "id" });
  return task;
}
