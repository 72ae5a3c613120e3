import { DEFAULT_RULES, type DecisionContext, NOBODY_KNOWN } from "@countersign/domain/approval";

import type { TransactionScope } from "../shared/transact.ts";

/** Time, ids, settings and people for a decision. */
export function decisionContext(
  { newId, now }: Pick<TransactionScope, "newId" | "now">,
  { returnRequeue = false }: { returnRequeue?: boolean } = {},
): DecisionContext {
  const people = { rules: DEFAULT_RULES, people: NOBODY_KNOWN, substitutions: [] };
  return { nowMs: now.getTime(), newId, returnRequeue, ...people };
}
