import { LIMITS } from "@countersign/contracts";
import { type People, type SeatCommand, assertUnchanged, decide } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import type { Scope } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { type ApprovalSettings, refuseUnknown } from "../approval-settings/index.ts";
import { type Caller, nameOf } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { knowsCompany } from "../shared/people.ts";
import { onRunOnce } from "../shared/retry-safe.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { type RunContext, decisionContext } from "./decision-context.ts";
import {
  type AddApproverInput,
  type ReassignApprovalInput,
  type ResolveAgainInput,
  type WithdrawVerdictInput,
  addApproverInput,
  reassignApprovalInput,
  resolveAgainInput,
  withdrawVerdictInput,
} from "./inputs.ts";
import { assertReadable } from "./readers.ts";
import { recordDecision } from "./record-decision.ts";
import { type WorkflowRun, assertWithinBounds, toRun } from "./run.ts";
import { createRunsRepository } from "./runs-repository.ts";

/** The commands that change the approvers of a task (contract-2, PPL-7; contract-3, SRC-2). */
interface SeatUseCases {
  /** `reassignApproval`: by the seat's approver, or anybody's by a privileged user. */
  reassign(caller: Caller, input: ReassignApprovalInput): Promise<void>;
  /** `addApprover`: by an approver of the active task or a privileged user. */
  addApprover(caller: Caller, input: AddApproverInput): Promise<void>;
  /** `withdrawVerdict`: by its author, while the stage is open. */
  withdraw(caller: Caller, input: WithdrawVerdictInput): Promise<void>;
  /** `resolveAgain`: by a privileged user, while the stage is open. */
  resolveAgain(caller: Caller, input: ResolveAgainInput): Promise<void>;
}

/**
 * The commands that change the seats of a task.
 *
 * @throws DomainError `INVALID_INPUT`, `NOT_FOUND`, `REVISION_CHANGED`, `IDEMPOTENCY_KEY_REUSED`, and as `decide` does
 */
export function createSeatUseCases({ runs }: { runs: RunCommands }): SeatUseCases {
  return {
    reassign: async (caller, input) => {
      const reassignment = parseInput(reassignApprovalInput, input);
      const { taskId, toUserId, fromUserId, reason } = reassignment;
      const seatCommand = { operation: "reassign", content: reassignment, namedIds: [toUserId, fromUserId] };
      await changeSeats(runs, caller, seatCommand, async (scope, run, actor) => {
        await assertKnown(scope, caller, { userId: toUserId, field: "toUserId" }, run);
        return { type: "reassign", taskId, toUserId, fromUserId, reason, ...actor };
      });
    },
    addApprover: async (caller, input) => {
      const addition = parseInput(addApproverInput, input);
      const { taskId, userId, position, reason } = addition;
      const seatCommand = { operation: "addApprover", content: addition, namedIds: [userId] };
      await changeSeats(runs, caller, seatCommand, async (scope, run, actor) => {
        await assertKnown(scope, caller, { userId, field: "userId" }, run);
        assertRoom(run, taskId, position);
        return { type: "addApprover", taskId, userId, position, reason, ...actor };
      });
    },
    withdraw: async (caller, input) => {
      const content = parseInput(withdrawVerdictInput, input);
      const { taskId } = content;
      const seatCommand = { operation: "withdrawVerdict", content };
      await changeSeats(runs, caller, seatCommand, async (_scope, _run, { privileged: _any, ...actor }) => {
        return { type: "withdraw", taskId, ...actor };
      });
    },
    resolveAgain: async (caller, input) => {
      const content = parseInput(resolveAgainInput, input);
      const { taskId } = content;
      const seatCommand = { operation: "resolveAgain", content };
      await changeSeats(runs, caller, seatCommand, async (_scope, _run, actor) => {
        return { type: "resolveAgain", taskId, ...actor };
      });
    },
  };
}

interface SeatActor {
  actorId: string;
  actorName: string | undefined;
  privileged: boolean;
  isAgent: boolean | undefined;
}

/** The run with the people who are known, those named included. */
type KnownRun = Pick<WorkflowRun, "tasks" | "approvals"> & Pick<RunContext, "people" | "settings">;

const missingTask = () => new DomainError("NOT_FOUND", text("missing.task"), { field: "taskId" });

interface SentSeatCommand {
  operation: string;
  content: { taskId: string; idempotencyKey?: string | undefined; expectedRevision?: string | undefined };
  namedIds?: readonly (string | undefined)[];
}

async function changeSeats(
  runs: RunCommands,
  caller: Caller,
  { operation, content, namedIds = [] }: SentSeatCommand,
  commandOf: (scope: TransactionScope, run: KnownRun, actor: SeatActor) => Promise<SeatCommand>,
): Promise<void> {
  const { companyId, userId: actorId, privileged, isAgent } = caller;
  const { taskId, expectedRevision } = content;
  await onRunOnce(runs, { caller, operation, command: content, inTurn: taskId }, async (scope) => {
    const taskInRun = await createRunsRepository(scope).ofTask(companyId, taskId);
    if (taskInRun === undefined) throw missingTask();
    const { run: before, task } = taskInRun;
    const namedUserIds = namedIds.filter((id) => id !== undefined);
    const context = await decisionContext(scope, companyId, before, { named: namedUserIds, actor: caller });
    assertReadable(caller, before, context, missingTask);
    assertUnchanged(expectedRevision, task, before.origin);
    const { people, settings, substitutions } = context;
    const actor = { actorId, actorName: await nameOf(caller, scope, people), privileged, isAgent };
    const command = await commandOf(scope, { ...before, people, settings }, actor);
    const decision = decide(command, toRun(before), context);
    if (command.type === "addApprover") assertWithinBounds(decision.run, "userId");
    const audit = { action: operation, entity: "workflow_tasks", entityId: taskId };
    await recordDecision(scope, caller, { before, decision, substitutions, audit });
  });
}

/** A task has at most as many approvers as a submitted stage, and a run at most as many stages as a submission. */
function assertRoom({ tasks, approvals }: KnownRun, taskId: string, position: "PARALLEL" | "AFTER"): void {
  if (position === "PARALLEL") {
    if (approvals.filter((row) => row.taskId === taskId).length < LIMITS.approversPerStage) return;
    throw new DomainError("CONFLICT", text("seat.tooMany", { maximum: LIMITS.approversPerStage }), {
      field: "taskId",
    });
  }
  if (tasks.filter(({ archived }) => !archived).length < LIMITS.stages) return;
  throw new DomainError("CONFLICT", text("run.tooManyStages", { maximum: LIMITS.stages }), {
    field: "position",
  });
}

/**
 * Refuses to give a seat to somebody whom the company's directory does not know, where it knows anybody (contract-3,
 * SAFE-13). Users of other companies count as unknown.
 *
 * @param read - the company's settings, and what was read of the directory, the user included
 * @throws DomainError `NOT_FOUND`; `INVALID_INPUT` under the setting `unknownPeople: REFUSE` (OPS-1)
 */
export async function assertKnown(
  scope: Pick<Scope, "db" | "session">,
  { companyId }: Pick<Caller, "companyId">,
  { userId, field }: { userId: string; field: string },
  read: { people: People; settings: Pick<ApprovalSettings, "unknownPeople"> },
): Promise<void> {
  if (read.people.has(userId)) return;
  await refuseUnknown(scope, companyId, [{ field, userId }], read);
  if (await knowsCompany(scope, companyId))
    throw new DomainError("NOT_FOUND", text("missing.user"), { field });
}
