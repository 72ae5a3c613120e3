import { LIMITS } from "@countersign/contracts";
import {
  type Approval,
  type Decision,
  assertUnchanged,
  decide,
  isUnassigned,
} from "@countersign/domain/approval";
import { type Loose, defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

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
import { type SeenInput, seenInput, transactOnce } from "../shared/retry-safe.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import {
  type RunContext,
  type RunRecords,
  type WorkflowApproval,
  type WorkflowTask,
  askedIdsOf,
  assertInvolved,
  assertKnown,
  assertReadable,
  createRunsRepository,
  decisionContext,
  involvedIdsOf,
  refreshSearchRow,
  toRun,
} from "../runs/index.ts";
import {
  type CreateWorkflowApprovalInput,
  type UpdateWorkflowApprovalInput,
  createWorkflowApprovalInput,
  updateWorkflowApprovalInput,
} from "./inputs.ts";

const ENTITY = "workflow_approvals";

export interface ApprovalUseCases extends Omit<
  RecordUseCases<WorkflowApproval, CreateWorkflowApprovalInput, UpdateWorkflowApprovalInput>,
  "remove"
> {
  /** Soft delete; answers the deleted record. */
  remove(caller: Caller, id: string, seen?: SeenInput): Promise<WorkflowApproval>;
}

/**
 * `createWorkflowApproval`, `updateWorkflowApproval`, `deleteWorkflowApproval` (contract: "approval-engine"): rows are
 * added and removed only as the domain allows, and no verdict is ever written here.
 */
export function createApprovalUseCases({ transact }: { transact: Transact }): ApprovalUseCases {
  return {
    create: async (caller, input) => {
      const given = parseInput(createWorkflowApprovalInput, input);
      const { taskId, approverId, expectedRevision, ...fields } = given;
      const command = { caller, operation: "createApproval", command: given };
      return transactOnce(transact, command, async (scope) => {
        const seen = { taskId, expectedRevision, named: [approverId], missing: noTask };
        const { task, run, context } = await lockedRun(scope, caller, seen);
        const command = { type: "addRow", taskId, approverId, ...actingOf(caller) } as const;
        const { required, groups } = addedBy(decide(command, toRun(run), context));
        await assertKnown(scope, caller, { userId: approverId, field: "approverId" }, context);
        if (run.approvals.filter((row) => row.taskId === taskId).length >= LIMITS.approversPerStage) {
          throw new DomainError("CONFLICT", text("seat.tooMany", { maximum: LIMITS.approversPerStage }), {
            field: "taskId",
          });
        }
        const approval = addedApproval(
          task,
          { approverId, required, groups },
          {
            ...baseFields(stampOf(caller, scope.now), {
              ref: task.ref,
              documentCode: fields.documentCode ?? undefined,
              documentDate: fields.documentDate,
            }),
            _id: scope.newId(),
          },
        );
        await createRunsRepository(scope).approvals.insert([approval]);
        await writeInvolved(scope, task, { ...run, approvals: [...run.approvals, approval] });
        await auditWrite(scope, caller, { entity: ENTITY, action: "create", after: approval });
        return approval;
      });
    },
    update: async (caller, id, input) => {
      const approvalId = parseInput(idInput("id"), id);
      const given = parseInput(updateWorkflowApprovalInput, input);
      const { idempotencyKey: _key, expectedRevision, ...changes } = given;
      const command = { caller, operation: "updateApproval", command: { approvalId, ...given } };
      return transactOnce(transact, command, async (scope) => {
        const { approval: before, run } = await lockedApproval(scope, caller, approvalId, expectedRevision);
        assertInvolved(caller, run);
        assertRemarkIsOpen(before, caller, changes);
        const after = { ...changed(before, changes), ...touched(stampOf(caller, scope.now)) };
        await createRunsRepository(scope).approvals.replace([after]);
        await auditWrite(scope, caller, { entity: ENTITY, action: "update", before, after });
        return after;
      });
    },
    remove: async (caller, id, seen = {}) => {
      const approvalId = parseInput(idInput("id"), id);
      const given = parseInput(seenInput, seen);
      const command = { caller, operation: "deleteApproval", command: { approvalId, ...given } };
      return transactOnce(transact, command, async (scope) => {
        const { expectedRevision } = given;
        const {
          approval: before,
          task,
          run,
          context,
        } = await lockedApproval(scope, caller, approvalId, expectedRevision);
        decide({ type: "removeRow", approvalId, ...actingOf(caller) }, toRun(run), context);
        const after = deleted(before, stampOf(caller, scope.now));
        await createRunsRepository(scope).approvals.replace([after]);
        const approvals = run.approvals.filter(({ _id }) => _id !== approvalId);
        await writeInvolved(scope, task, { ...run, approvals });
        await auditWrite(scope, caller, { entity: ENTITY, action: "delete", before });
        return after;
      });
    },
  };
}

const actingOf = ({ userId: actorId, privileged, isAgent }: Caller) => ({ actorId, privileged, isAgent });

/** A row added by hand: PENDING, and it can be decided as soon as its task is active. */
function addedApproval(
  { _id: taskId, runId, kind, status: taskStatus, stageId, workflowId }: WorkflowTask,
  { approverId, required, groups }: Loose<Pick<Approval, "approverId" | "required" | "groups">>,
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
    required,
    groups: groups && [...groups],
    archived: false,
    status: "PENDING",
  });
}

/** The seat that the decision adds. */
function addedBy({ changes: { insertedApprovals } }: Decision): Approval {
  const [seat] = insertedApprovals;
  if (seat === undefined) throw new Error("The decision adds a seat");
  return seat;
}

interface LockedRun {
  task: WorkflowTask;
  run: RunRecords;
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
 * The task, written first so that a simultaneous verdict on it conflicts, and its run.
 *
 * @throws DomainError `missing`, also where the caller does not read the run; `REVISION_CHANGED` when the caller has seen
 *   another revision of the task
 */
async function lockedRun(
  scope: TransactionScope,
  caller: Caller,
  { taskId, expectedRevision, named = [], missing }: Seen,
): Promise<LockedRun> {
  const { companyId } = caller;
  const runs = createRunsRepository(scope);
  const task = await runs.lockTask(companyId, taskId);
  if (task === undefined) throw missing();
  const run = await runs.load(task);
  const context = await decisionContext(scope, companyId, run, { named, actor: caller });
  assertReadable(caller, run, context, missing);
  assertUnchanged(expectedRevision, task, run.origin);
  return { task, run, context };
}

async function lockedApproval(
  scope: TransactionScope,
  caller: Caller,
  approvalId: string,
  expectedRevision: string | undefined,
): Promise<LockedRun & { approval: WorkflowApproval }> {
  const approval = await createRunsRepository(scope).approvals.find(caller.companyId, approvalId);
  if (approval === undefined) throw noApproval();
  const seen = { taskId: approval.taskId, expectedRevision, missing: noApproval };
  return { ...(await lockedRun(scope, caller, seen)), approval };
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

/** @param run - the task's, with the change */
async function writeInvolved(scope: TransactionScope, task: WorkflowTask, run: RunRecords): Promise<void> {
  const withId = { ...task, id: task._id };
  const involvedIds = involvedIdsOf(withId, run.approvals);
  const askedIds = askedIdsOf(withId, run.approvals);
  const { unassigned: _before, ...others } = task;
  const changed = toRun(run);
  const unassigned = changed.tasks.some((one) => one.id === task._id && isUnassigned(changed, one));
  const after = { ...others, involvedIds, askedIds, ...(unassigned && { unassigned: true as const }) };
  await createRunsRepository(scope).tasks.replace([after]);
  await refreshSearchRow(scope, task.runId);
}
