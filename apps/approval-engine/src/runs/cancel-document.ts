import type { Owner } from "@countersign/contracts";
import { type ArchiveCommand, decide } from "@countersign/domain/approval";

import { dropFailedSubmission } from "../failed-submissions/index.ts";
import { type Caller, nameOf } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { type CancelInput, cancelInput } from "./inputs.ts";
import { decisionContext } from "./decision-context.ts";
import { recordDecision } from "./record-decision.ts";
import { toRun } from "./run-records.ts";
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
