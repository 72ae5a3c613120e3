import { assertPerson } from "@countersign/auth";
import { assertUnchanged, isActive, isOpen, isQueued } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { updateStamp } from "../shared/base-fields.ts";
import { type Caller, assertPrivileged, stampOf } from "../shared/caller.ts";
import { idInput } from "../shared/inputs.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditOf, withChanges, deletedRecord } from "../shared/record-use-cases.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import { type SeenInput, onRunOnce, seenInput } from "../shared/retry-safe.ts";
import {
  type RunsRepository,
  type TaskInRun,
  type WorkflowTask,
  afterLastWrite,
  assertInvolved,
  createRunsRepository,
  statedByOf,
  toRun,
  withApprovals,
  withTask,
} from "../runs/index.ts";
import { type UpdateWorkflowTaskInput, updateWorkflowTaskInput } from "./inputs.ts";

const ENTITY = "workflow_tasks";

export interface TaskUseCases {
  update(caller: Caller, id: string, input: UpdateWorkflowTaskInput): Promise<WorkflowTask>;
  /** Soft delete; answers the deleted record. */
  remove(caller: Caller, id: string, input?: SeenInput): Promise<WorkflowTask>;
}

/**
 * `updateWorkflowTask` and `deleteWorkflowTask`: those involved may correct labels, but not the reference that a document's
 * owner gave; what a run decided stays. Privileged users delete, but no task of an open run, which would be a way around its approvers: cancel the document instead. A
 * deleted task takes its approvals along, and its run still counts as it ended (SAFE-5).
 */
export function createTaskUseCases({ runs: runCommands }: { runs: RunCommands }): TaskUseCases {
  return {
    update: async (caller, id, input) => {
      const taskId = parseInput(idInput("id"), id);
      const sentInput = parseInput(updateWorkflowTaskInput, input);
      const { idempotencyKey: _key, expectedRevision, ...changes } = sentInput;
      const sentCommand = { taskId, ...sentInput };
      const command = { caller, operation: "updateTask", command: sentCommand, inTurn: taskId };
      return onRunOnce(runCommands, command, async (scope) => {
        await refuseLeaver(scope, caller);
        const runs = createRunsRepository(scope);
        const { run, task: before } = await taskInRun(runs, caller, taskId);
        assertInvolved(caller, run);
        assertOwnSubmission(caller, before);
        assertUnchanged(expectedRevision, before, run.origin);
        const relabelledTask = withRevision(before, withChanges(before, changes));
        assertReference(before, relabelledTask);
        const after = { ...relabelledTask, ...updateStamp(stampOf(caller, scope.now)) };
        const document = after.ref === before.ref ? undefined : await runs.documentOf(run);
        await runs.save(run, withTask({ ...run, writtenAt: afterLastWrite(run, scope.now) }, after), {
          described: document,
          facts: { audit: [auditOf(scope, caller, { entity: ENTITY, action: "update", before, after })] },
        });
        return after;
      });
    },
    remove: async (caller, id, input = {}) => {
      assertPerson(caller);
      const taskId = parseInput(idInput("id"), id);
      const sentInput = parseInput(seenInput, input);
      const sentCommand = { taskId, ...sentInput };
      const command = { caller, operation: "deleteTask", command: sentCommand, inTurn: taskId };
      return onRunOnce(runCommands, command, async (scope) => {
        await refuseLeaver(scope, caller);
        const runs = createRunsRepository(scope);
        const { run, task: before } = await taskInRun(runs, caller, taskId);
        assertPrivileged(caller);
        assertUnchanged(sentInput.expectedRevision, before, run.origin);
        if (isOpen(toRun(run))) {
          throw new DomainError("CONFLICT", text("run.openTaskKept"), {
            field: "id",
          });
        }
        const stamp = stampOf(caller, scope.now);
        const after = deletedRecord(before, stamp);
        const seats = run.approvals.filter((seat) => seat.taskId === taskId);
        const withoutTask = withTask({ ...run, writtenAt: afterLastWrite(run, scope.now) }, after);
        await runs.save(
          run,
          withApprovals(
            withoutTask,
            seats.map((seat) => deletedRecord(seat, stamp)),
          ),
          { facts: { audit: [auditOf(scope, caller, { entity: ENTITY, action: "delete", before })] } },
        );
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

/**
 * An agent relabels only what its user submitted (contract-4, MEET-11).
 *
 * @throws DomainError `FORBIDDEN`
 */
export function assertOwnSubmission(
  caller: Caller,
  { submitterId }: Pick<WorkflowTask, "submitterId">,
): void {
  if (submitterId !== caller.userId) assertPerson(caller);
}

async function taskInRun(runs: RunsRepository, { companyId }: Caller, taskId: string): Promise<TaskInRun> {
  const task = await runs.ofTask(companyId, taskId);
  if (task === undefined) throw new DomainError("NOT_FOUND", text("missing.task"), { field: "id" });
  return task;
}
