import { isOpen } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";

import { touched } from "../shared/base-fields.ts";
import type { WorkflowTask } from "../shared/records.ts";
import { toRun } from "./run-records.ts";
import { assertInvolved } from "./assert-involved.ts";
import { type Caller, assertPrivileged, stampOf } from "../shared/caller.ts";
import { type UpdateWorkflowTaskInput, idInput, updateWorkflowTaskInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type RecordUseCases, auditWrite, changed, deleted } from "../shared/record-use-cases.ts";
import type { Attempt, Transact } from "../shared/transact.ts";

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
      return transact(async (attempt) => {
        const { runs } = attempt.repositories;
        const before = await claimedTask(attempt, caller, taskId);
        assertInvolved(caller, await runs.load(caller.companyId, before.runId));
        const after = { ...changed(before, changes), ...touched(stampOf(caller, attempt.now)) };
        await runs.tasks.replace([after]);
        await auditWrite(attempt, caller, { entity: ENTITY, action: "update", before, after });
        return after;
      });
    },
    remove: async (caller, id) => {
      const taskId = parseInput(idInput("id"), id);
      return transact(async (attempt) => {
        const { runs } = attempt.repositories;
        const before = await claimedTask(attempt, caller, taskId);
        assertPrivileged(caller);
        if (isOpen(toRun(await runs.load(caller.companyId, before.runId)))) {
          throw new DomainError("CONFLICT", "A task of an approval in progress cannot be deleted", {
            field: "id",
          });
        }
        const stamp = stampOf(caller, attempt.now);
        const after = deleted(before, stamp);
        await runs.tasks.replace([after]);
        const approvals = await runs.approvals.list(caller.companyId, { taskId });
        await runs.approvals.replace(approvals.map((approval) => deleted(approval, stamp)));
        await auditWrite(attempt, caller, { entity: ENTITY, action: "delete", before });
        return after;
      });
    },
  };
}

async function claimedTask(
  { repositories }: Attempt,
  { companyId }: Caller,
  taskId: string,
): Promise<WorkflowTask> {
  const task = await repositories.runs.claimTask(companyId, taskId);
  if (task === undefined) throw new DomainError("NOT_FOUND", "Workflow task not found", { field: "id" });
  return task;
}
