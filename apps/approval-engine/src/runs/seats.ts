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
import { type RunRecords, assertWithinBounds, toRun } from "./run.ts";
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
      const given = parseInput(reassignApprovalInput, input);
      const { taskId, toUserId, fromUserId, reason } = given;
      await onRunOnce(runs, commandOf(caller, "reassign", given), async (scope) => {
        await changeSeats(scope, caller, given, "reassign", [toUserId, fromUserId], async (run, acting) => {
          await assertKnown(scope, caller, { userId: toUserId, field: "toUserId" }, run);
          return { type: "reassign", taskId, toUserId, fromUserId, reason, ...acting };
        });
      });
    },
    addApprover: async (caller, input) => {
      const given = parseInput(addApproverInput, input);
      const { taskId, userId, position, reason } = given;
      await onRunOnce(runs, commandOf(caller, "addApprover", given), async (scope) => {
        await changeSeats(scope, caller, given, "addApprover", [userId], async (run, acting) => {
          await assertKnown(scope, caller, { userId, field: "userId" }, run);
          assertRoom(run, taskId, position);
          return { type: "addApprover", taskId, userId, position, reason, ...acting };
        });
      });
    },
    withdraw: async (caller, input) => {
      const given = parseInput(withdrawVerdictInput, input);
      const { taskId } = given;
      await onRunOnce(runs, commandOf(caller, "withdrawVerdict", given), async (scope) => {
        await changeSeats(
          scope,
          caller,
          given,
          "withdrawVerdict",
          [],
          async (_run, { actorId, actorName, isAgent }) => {
            return { type: "withdraw", taskId, actorId, actorName, isAgent };
          },
        );
      });
    },
    resolveAgain: async (caller, input) => {
      const given = parseInput(resolveAgainInput, input);
      const { taskId } = given;
      await onRunOnce(runs, commandOf(caller, "resolveAgain", given), async (scope) => {
        await changeSeats(scope, caller, given, "resolveAgain", [], async (_run, acting) => {
          return { type: "resolveAgain", taskId, ...acting };
        });
      });
    },
  };
}

interface OnTask {
  taskId: string;
  idempotencyKey?: string | undefined;
  expectedRevision?: string | undefined;
}

const commandOf = <C extends OnTask>(caller: Caller, operation: string, command: C) => {
  return { caller, operation, command, inTurn: command.taskId };
};

interface Acting {
  actorId: string;
  actorName: string | undefined;
  privileged: boolean;
  isAgent: boolean | undefined;
}

/** The run with the people who are known, those named included. */
type KnownRun = Pick<RunRecords, "tasks" | "approvals"> & Pick<RunContext, "people" | "settings">;

const missing = () => new DomainError("NOT_FOUND", text("missing.task"), { field: "taskId" });

async function changeSeats(
  scope: TransactionScope,
  caller: Caller,
  { taskId, expectedRevision }: OnTask,
  action: string,
  named: readonly (string | undefined)[],
  toCommand: (run: KnownRun, acting: Acting) => Promise<SeatCommand>,
): Promise<void> {
  const { companyId, userId: actorId, privileged, isAgent } = caller;
  const found = await createRunsRepository(scope).ofTask(companyId, taskId);
  if (found === undefined) throw missing();
  const { run: before, task } = found;
  const context = await decisionContext(scope, companyId, before, {
    named: named.filter((id) => id !== undefined),
    actor: caller,
  });
  assertReadable(caller, before, context, missing);
  assertUnchanged(expectedRevision, task, before.origin);
  const { people, settings, substitutions } = context;
  const acting = { actorId, actorName: await nameOf(caller, scope, people), privileged, isAgent };
  const command = await toCommand({ ...before, people, settings }, acting);
  const decision = decide(command, toRun(before), context);
  if (command.type === "addApprover") assertWithinBounds(decision.run, "userId");
  const audit = { action, entity: "workflow_tasks", entityId: taskId };
  await recordDecision(scope, caller, { before, decision, substitutions, audit });
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
