import { type Id, decide } from "@countersign/domain/approval";

import type { SystemCaller } from "../shared/caller.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { decisionContext } from "./decision-context.ts";
import { recordDecision } from "./record-decision.ts";
import { toRun } from "./run-records.ts";
import { createRunsRepository } from "./runs-repository.ts";

/**
 * Ends a document's open run whose time is over, in the scope's transaction (contract-3, ASK-3). A document without an open
 * run, or with another one, stays as it is.
 *
 * @throws the driver's errors
 */
export async function expireRun(
  scope: TransactionScope,
  companyId: Id,
  { refId, runId }: { refId: Id; runId: Id },
): Promise<void> {
  const runs = createRunsRepository(scope);
  const marked = await runs.lockOpenRun(companyId, refId);
  if (marked?.runId !== runId) return;
  const before = await runs.load(marked);
  const context = await decisionContext(scope, companyId, before);
  const decision = decide({ type: "expire" }, toRun(before), context);
  const { branchId } = marked;
  const caller: SystemCaller = { companyId, ...(branchId !== undefined && { branchId }) };
  await recordDecision(scope, caller, {
    before,
    decision,
    substitutions: context.substitutions,
    audit: { action: "expire", entity: "document", entityId: refId },
  });
}
