import type { Owner } from "@countersign/contracts";
import {
  type ArchiveCommand,
  type Decision,
  type DecisionContext,
  type Id,
  decide,
} from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { dropFailedSubmission } from "../failed-submissions/index.ts";
import { type Actor, type Caller, nameOf } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { onRunOnce } from "../shared/retry-safe.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { decisionContext } from "./decision-context.ts";
import {
  type CancelInput,
  type NudgeInput,
  type RecallDocumentInput,
  cancelInput,
  nudgeInput,
  recallDocumentInput,
} from "./inputs.ts";
import { recordDecision } from "./record-decision.ts";
import { type WorkflowRun, toRun } from "./run.ts";
import { createRunsRepository } from "./runs-repository.ts";

/**
 * Archives the open tasks of a cancelled document. A document without an open run stays as it is, so that a repeated
 * cancel does no harm.
 *
 * @param owner - whose documents may be cancelled; another owner's count as documents without an open run
 * @returns how many tasks were archived
 * @throws DomainError `INVALID_INPUT`
 */
export function createCancelDocument({ runs }: { runs: RunCommands }) {
  return async (caller: Caller, input: CancelInput, owner?: Owner): Promise<number> => {
    const { refId } = parseInput(cancelInput, input);
    return runs.alone(async (scope) => cancelRun(scope, caller, refId, owner), refId);
  };
}

/** The same in a command's scope. */
export async function cancelRun(
  scope: TransactionScope,
  caller: Caller,
  refId: string,
  owner?: Owner,
): Promise<number> {
  const archivedTasks = await archiveRun(scope, caller, { refId, owner });
  if (owner === undefined || owner === "inventory") {
    await dropFailedSubmission(scope, caller.companyId, refId);
  }
  return archivedTasks;
}

/**
 * Archives the document's open run, which a person started, so that its owner's submission can start another. Its
 * approvers are notified, and no outcome is sent (contract-3, SAFE-11).
 */
export async function replaceRun(scope: TransactionScope, caller: Caller, refId: string): Promise<void> {
  const { userId: actorId } = caller;
  await archiveRun(scope, caller, {
    refId,
    replacedBy: { actorId, actorName: await nameOf(caller, scope) },
  });
}

async function archiveRun(
  scope: TransactionScope,
  caller: Caller,
  {
    refId,
    owner,
    replacedBy,
  }: { refId: string; owner?: Owner | undefined } & Pick<ArchiveCommand, "replacedBy">,
): Promise<number> {
  const ownKinds = owner === undefined ? undefined : scope.kinds.kindsOf(owner);
  const before = await createRunsRepository(scope).openOf(caller.companyId, refId, ownKinds);
  const [firstTask] = before?.tasks ?? [];
  if (before === undefined || firstTask === undefined) return 0;
  const context = await decisionContext(scope, caller.companyId, before);
  const command = { type: "archive", runId: firstTask.runId, replacedBy } as const;
  const { run } = await decideOn(scope, caller, before, { action: "cancel", command, context });
  return run.tasks.filter(
    ({ id, archived }) => archived && before.tasks.some((task) => task._id === id && !task.archived),
  ).length;
}

/**
 * Ends a document's open run whose time is over (contract-3, ASK-3). A document without an open run, or with another one,
 * stays as it is.
 *
 * @returns whether it has ended it
 * @throws the driver's errors
 */
export async function expireRun(
  scope: TransactionScope,
  companyId: Id,
  { refId, runId }: { refId: Id; runId: Id },
): Promise<boolean> {
  const before = await createRunsRepository(scope).openOf(companyId, refId);
  const [firstTask] = before?.tasks ?? [];
  if (before === undefined || firstTask?.runId !== runId) return false;
  const context = await decisionContext(scope, companyId, before);
  const { branchId } = firstTask;
  const system = { companyId, ...(branchId !== undefined && { branchId }) };
  await decideOn(scope, system, before, { action: "expire", command: { type: "expire" }, context });
  return true;
}

/**
 * `recallDocument`: the submitter, where the company's setting `recall` allows it, or a privileged user takes a document
 * back (contract-2, CTRL-3). Its owner gets the outcome `recalled`.
 *
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`; `NOT_FOUND` without an approval in progress; `FORBIDDEN`,
 *   or `CONFLICT` after the first verdict
 */
export function createRecallDocument({ runs }: { runs: RunCommands }) {
  return async (caller: Caller, input: RecallDocumentInput): Promise<void> => {
    const recall = parseInput(recallDocumentInput, input);
    const { reason } = recall;
    const { privileged, isAgent } = caller;
    await onOpenRun(runs, caller, "recall", recall, (actor) => {
      return { type: "recall", reason, ...actor, privileged, isAgent };
    });
  };
}

/**
 * Takes back the run of what the caller's agent asked for. The company's setting `recall` is about documents of people: a
 * request that is taken back allows nothing (contract-3, ASK-1).
 *
 * @throws DomainError `NOT_FOUND` for a run that has ended, `FORBIDDEN` for another's
 */
export async function withdrawRun(
  scope: TransactionScope,
  caller: Caller,
  before: WorkflowRun,
  reason?: string,
): Promise<void> {
  if (before.end !== undefined) throw new DomainError("NOT_FOUND", text("run.notOpen"), { field: "id" });
  const { isAgent } = caller;
  const { actor, context } = await actorOn(scope, caller, before);
  const always = { ...context, rules: { ...context.rules, recall: "ALWAYS" as const } };
  const command = { type: "recall", reason, ...actor, privileged: false, isAgent } as const;
  await decideOn(scope, caller, before, { action: "recall", command, context: always });
}

/**
 * `nudge`: the submitter reminds those who are asked, once in four hours and each time the stage is asked (contract-3,
 * TIME-4). The history has it as `REMINDED` with the submitter as actor.
 *
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`; `NOT_FOUND` without an approval in progress; `FORBIDDEN` for
 *   others; `CONFLICT` before four hours have passed, and while nobody is asked
 */
export function createNudge({ runs }: { runs: RunCommands }) {
  return async (caller: Caller, input: NudgeInput): Promise<void> => {
    await onOpenRun(runs, caller, "nudge", parseInput(nudgeInput, input), (actor) => {
      return { type: "nudge", ...actor };
    });
  };
}

type RunCommand = Parameters<typeof decide>[0];

/** A person who acts. */
interface RunActor {
  actorId: Id;
  actorName: string | undefined;
}

/** A person's command on the open run of a document, done once for each key. @throws DomainError `NOT_FOUND` without one */
async function onOpenRun(
  runs: RunCommands,
  caller: Caller,
  operation: string,
  command: { refId: Id; idempotencyKey?: string | undefined },
  commandOf: (actor: RunActor) => RunCommand,
): Promise<void> {
  const { refId } = command;
  await onRunOnce(runs, { caller, operation, command, inTurn: refId }, async (scope) => {
    const before = await createRunsRepository(scope).openOf(caller.companyId, refId);
    if (before === undefined) throw new DomainError("NOT_FOUND", text("run.notOpen"), { field: "refId" });
    const { actor, context } = await actorOn(scope, caller, before);
    await decideOn(scope, caller, before, { action: operation, command: commandOf(actor), context });
  });
}

async function actorOn(scope: TransactionScope, caller: Caller, before: WorkflowRun) {
  const context = await decisionContext(scope, caller.companyId, before, { actor: caller });
  const actor: RunActor = { actorId: caller.userId, actorName: await nameOf(caller, scope, context.people) };
  return { actor, context };
}

/** Decides a command on a run, and records the decision under the document. */
async function decideOn(
  scope: TransactionScope,
  caller: Actor,
  before: WorkflowRun,
  { action, command, context }: { action: string; command: RunCommand; context: DecisionContext },
): Promise<Decision> {
  const decision = decide(command, toRun(before), context);
  await recordDecision(scope, caller, {
    before,
    decision,
    substitutions: context.substitutions,
    audit: { action, entity: "document", entityId: before.tasks[0]!.refId },
  });
  return decision;
}
