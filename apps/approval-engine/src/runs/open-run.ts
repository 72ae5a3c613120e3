import type { Owner } from "@countersign/contracts";
import { type ArchiveCommand, type Id, decide } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { dropFailedSubmission } from "../failed-submissions/index.ts";
import { type Caller, type SystemCaller, nameOf } from "../shared/caller.ts";
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
import { type RunRecords, toRun } from "./run.ts";
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
  const { kinds } = scope;
  const ownKinds = owner === undefined ? undefined : kinds.kindsOf(owner);
  const before = await createRunsRepository(scope).openOf(caller.companyId, refId, ownKinds);
  const [task] = before?.tasks ?? [];
  if (before === undefined || task === undefined) return 0;
  const context = await decisionContext(scope, caller.companyId, before);
  const decision = decide({ type: "archive", runId: task.runId, replacedBy }, toRun(before), context);
  await recordDecision(scope, caller, {
    before,
    decision,
    substitutions: context.substitutions,
    audit: { action: "cancel", entity: "document", entityId: refId },
  });
  return decision.run.tasks.filter(
    ({ id, archived }) => archived && before.tasks.some((one) => one._id === id && !one.archived),
  ).length;
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
    const given = parseInput(recallDocumentInput, input);
    const { refId, reason } = given;
    const { companyId, userId: actorId, privileged, isAgent } = caller;
    const command = { caller, operation: "recall", command: given, inTurn: refId };
    await onRunOnce(runs, command, async (scope) => {
      const before = await createRunsRepository(scope).openOf(companyId, refId);
      if (before === undefined) {
        throw new DomainError("NOT_FOUND", text("run.notOpen"), {
          field: "refId",
        });
      }
      const context = await decisionContext(scope, companyId, before, { actor: caller });
      const actorName = await nameOf(caller, scope, context.people);
      const decision = decide(
        { type: "recall", reason, actorId, actorName, privileged, isAgent },
        toRun(before),
        context,
      );
      const audit = { action: "recall", entity: "document", entityId: refId };
      await recordDecision(scope, caller, { before, decision, substitutions: context.substitutions, audit });
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
  before: RunRecords,
  { refId, reason }: { refId: Id; reason?: string | undefined },
): Promise<void> {
  const { companyId, userId: actorId, isAgent } = caller;
  if (before.end !== undefined) throw new DomainError("NOT_FOUND", text("run.notOpen"), { field: "id" });
  const context = await decisionContext(scope, companyId, before, { actor: caller });
  const actorName = await nameOf(caller, scope, context.people);
  const always = { ...context, rules: { ...context.rules, recall: "ALWAYS" as const } };
  const command = { type: "recall", reason, actorId, actorName, privileged: false, isAgent } as const;
  const decision = decide(command, toRun(before), always);
  const audit = { action: "recall", entity: "document", entityId: refId };
  await recordDecision(scope, caller, { before, decision, substitutions: context.substitutions, audit });
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
  const [task] = before?.tasks ?? [];
  if (before === undefined || task?.runId !== runId) return false;
  const context = await decisionContext(scope, companyId, before);
  const decision = decide({ type: "expire" }, toRun(before), context);
  const { branchId } = task;
  const caller: SystemCaller = { companyId, ...(branchId !== undefined && { branchId }) };
  await recordDecision(scope, caller, {
    before,
    decision,
    substitutions: context.substitutions,
    audit: { action: "expire", entity: "document", entityId: refId },
  });
  return true;
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
    const given = parseInput(nudgeInput, input);
    const { companyId, userId: actorId } = caller;
    const { refId } = given;
    const command = { caller, operation: "nudge", command: given, inTurn: refId };
    await onRunOnce(runs, command, async (scope) => {
      const before = await createRunsRepository(scope).openOf(companyId, refId);
      if (before === undefined) throw new DomainError("NOT_FOUND", text("run.notOpen"), { field: "refId" });
      const context = await decisionContext(scope, companyId, before, { actor: caller });
      const actorName = await nameOf(caller, scope, context.people);
      const decision = decide({ type: "nudge", actorId, actorName }, toRun(before), context);
      const audit = { action: "nudge", entity: "document", entityId: refId };
      await recordDecision(scope, caller, { before, decision, substitutions: context.substitutions, audit });
    });
  };
}
