import { type Id, decide } from "@countersign/domain/approval";

import type { SystemCaller } from "../shared/caller.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { decisionContext } from "./decision-context.ts";
import { recordDecision } from "./record-decision.ts";
import { toRun } from "./run-records.ts";
import { createRunsRepository } from "./runs-repository.ts";

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
