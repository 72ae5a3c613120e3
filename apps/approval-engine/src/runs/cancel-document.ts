import { type Owner, WORKFLOW_TASK_KINDS, decide, ownerOf } from "@countersign/domain/approval";

import { toRun } from "./run-records.ts";
import type { Caller } from "../shared/caller.ts";
import { type CancelInput, cancelInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordDecision } from "./record-decision.ts";
import type { Attempt, Transact } from "../shared/transact.ts";

/**
 * Archives the open tasks of a cancelled document. A document without an open run stays as it is, so that a repeated
 * cancel does no harm.
 *
 * @param owner - whose documents alone may be cancelled; another's is one without an open run
 * @returns how many tasks were archived
 * @throws DomainError `INVALID_INPUT`
 */
export function createCancelDocument({ transact }: { transact: Transact }) {
  return async (caller: Caller, input: CancelInput, owner?: Owner): Promise<number> => {
    const { refId } = parseInput(cancelInput, input);
    return transact(async (attempt) => cancelRun(attempt, caller, refId, owner));
  };
}

/** The same in the attempt's transaction. */
export async function cancelRun(
  attempt: Attempt,
  caller: Caller,
  refId: string,
  owner?: Owner,
): Promise<number> {
  const { repositories, newId, now } = attempt;
  const kinds = owner && WORKFLOW_TASK_KINDS.filter((kind) => ownerOf(kind) === owner);
  const marked = await repositories.runs.claimOpenRun(caller.companyId, refId, kinds);
  if (marked === undefined) return 0;
  const before = await repositories.runs.load(caller.companyId, marked.runId);
  const decision = decide({ type: "archive" }, toRun(before), {
    nowMs: now.getTime(),
    newId,
    returnRequeue: false,
  });
  await recordDecision(attempt, caller, {
    before,
    decision,
    audit: { action: "cancel", entity: "document", entityId: refId },
  });
  return decision.run.tasks.filter(
    ({ id, archived }) => archived && before.tasks.some((task) => task._id === id && !task.archived),
  ).length;
}
