import { isOpen } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";

import { touched } from "../shared/base-fields.ts";
import { type Caller, assertPrivileged, stampOf } from "../shared/caller.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type RecordUseCases, auditWrite, changed, deleted } from "../shared/record-use-cases.ts";
import type { Transact } from "../shared/transact.ts";
import { assertInvolved } from "./assert-involved.ts";
import type { WorkflowTask } from "./records.ts";
import { type UpdateWorkflowTaskInput, updateWorkflowTaskInput } from "./inputs.ts";
import { toRun } from "./run-records.ts";
import { type RunsRepository, createRunsRepository } from "./runs-repository.ts";

const ENTITY = "workflow_tasks";

export type TaskUseCases = Pick<
  RecordUseCases<WorkflowTask, never, UpdateWorkflowTaskInput>,
  "update" | "remove"
>;

/**
 * `updateWorkflowTask` and `deleteWorkflowTask`: those involved may correct labels; what a run decided stays. Privileged
 * users delete, but no task of an open run, which would be a way around its approvers: cancel the document instead. A
 * deleted task takes its approvals along, and its run still counts as it ended (SAFE-5).
 */
export function createTaskUseCases({ transact }: { transact: Transact }): TaskUseCases {
  return {
    update: async (caller, id, input) => {
      const taskId = parseInput(idInput("id"), id);
      const changes = parseInput(updateWorkflowTaskInput, input);
      return transact(async (scope) => {
        const runs = createRunsRepository(scope);
        const before = await lockedTask(runs, caller, taskId);
        assertInvolved(caller, await runs.load(caller.companyId, before.runId));
        const after = { ...changed(before, changes), ...touched(stampOf(caller, scope.now)) };
        await runs.tasks.replace([after]);
        await auditWrite(scope, caller, { entity: ENTITY, action: "update", before, after });
        return after;
      });
    },
    remove: async (caller, id) => {
      const taskId = parseInput(idInput("id"), id);
      return transact(async (scope) => {
        const runs = createRunsRepository(scope);
        const before = await lockedTask(runs, caller, taskId);
        assertPrivileged(caller);
        if (isOpen(toRun(await runs.load(caller.companyId, before.runId)))) {
          throw new DomainError("CONFLICT", "A task of an approval in progress cannot be deleted", {
            field: "id",
          });
        }
        const stamp = stampOf(caller, scope.now);
        const after = deleted(before, stamp);
        await runs.tasks.replace([after]);
        const approvals = await runs.approvals.list(caller.companyId, { taskId });
        await runs.approvals.replace(approvals.map((approval) => deleted(approval, stamp)));
        await auditWrite(scope, caller, { entity: ENTITY, action: "delete", before });
        return after;
      });
    },
  };
}

async function lockedTask(
  runs: RunsRepository,
  { companyId }: Caller,
  taskId: string,
): Promise<WorkflowTask> {
  const task = await runs.lockTask(companyId, taskId);
  if (task === undefined) throw new DomainError("NOT_FOUND", "Workflow task not found", { field: "id" });
  return task;
}
