import { LIMITS } from "@countersign/contracts";
import { type Approval, type Decision, assertUnchanged, decide } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { baseFields, updateStamp } from "../shared/base-fields.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type RecordUseCases, auditOf, withChanges, deletedRecord } from "../shared/record-use-cases.ts";
import { type SeenInput, onRunOnce, seenInput } from "../shared/retry-safe.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import type { TransactionScope } from "../shared/transact.ts";
import {
  type RunContext,
  type WorkflowRun,
  type SeatInRun,
  type TaskInRun,
  type WorkflowApproval,
  afterLastWrite,
  assertInvolved,
  assertKnown,
  assertReadable,
  assertWithinBounds,
  createRunsRepository,
  decisionContext,
  recordDecision,
  seatFields,
  toRun,
  withApprovals,
} from "../runs/index.ts";
import {
  type CreateWorkflowApprovalInput,
  type UpdateWorkflowApprovalInput,
  createWorkflowApprovalInput,
  updateWorkflowApprovalInput,
} from "./inputs.ts";
import { assertOwnSubmission } from "./task-use-cases.ts";

const ENTITY = "workflow_approvals";

export interface ApprovalUseCases extends Omit<
  RecordUseCases<WorkflowApproval, CreateWorkflowApprovalInput, UpdateWorkflowApprovalInput>,
  "remove"
> {
  /** Soft delete; answers the deleted record. */
  remove(caller: Caller, id: string, input?: SeenInput): Promise<WorkflowApproval>;
}

/**
 * `createWorkflowApproval`, `updateWorkflowApproval`, `deleteWorkflowApproval` (contract: "approval-engine"): rows are
 * added and removed only as the domain allows, and no verdict is ever written here.
 */
export function createApprovalUseCases({ runs }: { runs: RunCommands }): ApprovalUseCases {
  return {
    create: async (caller, input) => {
      const sentInput = parseInput(createWorkflowApprovalInput, input);
      const { taskId, approverId, expectedRevision, ...fields } = sentInput;
      const command = { caller, operation: "createApproval", command: sentInput, inTurn: taskId };
      return onRunOnce(runs, command, async (scope) => {
        const seenTask = { taskId, expectedRevision, named: [approverId], missing: noTask };
        const { task, run, context } = await readableRun(scope, caller, seenTask);
        const command = { type: "addRow", taskId, approverId, ...actingOf(caller) } as const;
        const decision = decide(command, toRun(run), context);
        await assertKnown(scope, caller, { userId: approverId, field: "approverId" }, context);
        if (run.approvals.filter((row) => row.taskId === taskId).length >= LIMITS.approversPerStage) {
          throw new DomainError("CONFLICT", text("seat.tooMany", { maximum: LIMITS.approversPerStage }), {
            field: "taskId",
          });
        }
        assertWithinBounds(decision.run, "taskId");
        const base = baseFields(stampOf(caller, scope.now), {
          ref: task.ref,
          documentCode: fields.documentCode ?? undefined,
          documentDate: fields.documentDate,
        });
        const row = { ...base, ...seatFields(task, addedBy(decision)) };
        await record(scope, caller, { action: "create", row, run, decision, context });
        return row;
      });
    },
    update: async (caller, id, input) => {
      const approvalId = parseInput(idInput("id"), id);
      const sentInput = parseInput(updateWorkflowApprovalInput, input);
      const { idempotencyKey: _key, expectedRevision, ...changes } = sentInput;
      const sentCommand = { approvalId, ...sentInput };
      const command = { caller, operation: "updateApproval", command: sentCommand, inTurn: approvalId };
      return onRunOnce(runs, command, async (scope) => {
        const seatToUpdate = await seatInRun(scope, caller, approvalId, expectedRevision);
        const { seat: before, run, task } = seatToUpdate;
        assertInvolved(caller, run);
        assertOwnSubmission(caller, task);
        assertRemarkIsOpen(before, caller, changes);
        const after = { ...withChanges(before, changes), ...updateStamp(stampOf(caller, scope.now)) };
        const changedRun = withApprovals({ ...run, writtenAt: afterLastWrite(run, scope.now) }, [after]);
        const audit = [auditOf(scope, caller, { entity: ENTITY, action: "update", before, after })];
        await createRunsRepository(scope).save(run, changedRun, { facts: { audit } });
        return after;
      });
    },
    remove: async (caller, id, input = {}) => {
      const approvalId = parseInput(idInput("id"), id);
      const sentInput = parseInput(seenInput, input);
      const sentCommand = { approvalId, ...sentInput };
      const command = { caller, operation: "deleteApproval", command: sentCommand, inTurn: approvalId };
      return onRunOnce(runs, command, async (scope) => {
        const { expectedRevision } = sentInput;
        const seatToRemove = await seatInRun(scope, caller, approvalId, expectedRevision);
        const { seat: before, run, context } = seatToRemove;
        const command = { type: "removeRow", approvalId, ...actingOf(caller) } as const;
        const decision = decide(command, toRun(run), context);
        const row = deletedRecord(before, stampOf(caller, scope.now));
        await record(scope, caller, { action: "delete", row, run, decision, context });
        return row;
      });
    },
  };
}

const actingOf = ({ userId: actorId, privileged, isAgent }: Caller) => ({ actorId, privileged, isAgent });

/** The seat that the decision adds. */
function addedBy({ changes: { insertedApprovals } }: Decision): Approval {
  const [seat] = insertedApprovals;
  if (seat === undefined) throw new Error("The decision adds a seat");
  return seat;
}

interface ReadableRun extends TaskInRun {
  context: RunContext;
}

interface Seen {
  taskId: string;
  expectedRevision: string | undefined;
  /** Users whom the command names. */
  named?: readonly string[];
  /** The error of a command on nothing. */
  missing: () => DomainError;
}

const noTask = () => new DomainError("NOT_FOUND", text("missing.task"), { field: "taskId" });
const noApproval = () => new DomainError("NOT_FOUND", text("missing.approval"), { field: "id" });

/**
 * The task and its run.
 *
 * @throws DomainError `missing`, also where the caller does not read the run; `REVISION_CHANGED` when the caller has seen
 *   another revision of the task
 */
async function readableRun(scope: TransactionScope, caller: Caller, seenTask: Seen): Promise<ReadableRun> {
  const taskInRun = await createRunsRepository(scope).ofTask(caller.companyId, seenTask.taskId);
  if (taskInRun === undefined) throw seenTask.missing();
  return { ...taskInRun, context: await readContext(scope, caller, taskInRun, seenTask) };
}

/** The same of a seat. */
async function seatInRun(
  scope: TransactionScope,
  caller: Caller,
  approvalId: string,
  expectedRevision: string | undefined,
): Promise<ReadableRun & SeatInRun> {
  const seat = await createRunsRepository(scope).ofSeat(caller.companyId, approvalId);
  if (seat === undefined) throw noApproval();
  const context = await readContext(scope, caller, seat, { expectedRevision, missing: noApproval });
  return { ...seat, context };
}

async function readContext(
  scope: TransactionScope,
  caller: Caller,
  { run, task }: TaskInRun,
  { expectedRevision, named = [], missing }: Omit<Seen, "taskId">,
): Promise<RunContext> {
  const context = await decisionContext(scope, caller.companyId, run, { named, actor: caller });
  assertReadable(caller, run, context, missing);
  assertUnchanged(expectedRevision, task, run.origin);
  return context;
}

interface RowDecision {
  action: "create" | "delete";
  row: WorkflowApproval;
  run: WorkflowRun;
  decision: Decision;
  context: RunContext;
}

/** Writes the decision of a command on a row. */
async function record(
  scope: TransactionScope,
  caller: Caller,
  { action, row, run: before, decision, context: { substitutions } }: RowDecision,
): Promise<void> {
  const audit = { action, entity: ENTITY, entityId: row._id };
  await recordDecision(scope, caller, { before, decision, substitutions, audit, row });
}

/** A remark may be drafted by its author until the verdict is recorded. */
function assertRemarkIsOpen(
  { status, archived, approverId }: WorkflowApproval,
  { userId }: Caller,
  { remark }: { remark?: string | null | undefined },
): void {
  if (remark === undefined) return;
  if (approverId !== userId) {
    throw new DomainError("FORBIDDEN", text("seat.remarkNotYours"), { field: "remark" });
  }
  if (archived || (status !== "PENDING" && status !== "AWAITING_APPROVAL")) {
    throw new DomainError("CONFLICT", text("seat.remarkDecided"), {
      field: "remark",
    });
  }
}
