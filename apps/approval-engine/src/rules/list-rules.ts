import type { Id } from "@countersign/domain/approval";
import { type Scope, toObjectId } from "@countersign/mongo";
import { createSettingsReader } from "@countersign/settings";
import { listLimitOf } from "@countersign/graphql";

import { contentsOf } from "../definitions/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { createThresholds } from "../thresholds/index.ts";
import { assertOwnRules } from "./rule-kinds.ts";
import { type ApprovalRule, ruleSeenBy } from "./rule-view.ts";
import { createRules } from "./rules-repository.ts";
import { LISTS } from "./sdl.ts";
import { storedRules } from "./stored-rules.ts";

const MOST = listLimitOf(LISTS, "Query", "approvalRules");

/**
 * `approvalRules`: the rules of a kind as the caller may see them, in one snapshot (contract-3, CON-17).
 *
 * @throws DomainError `INVALID_INPUT` for a kind without rules of its own
 */
export function createListRules({ transact }: { transact: Transact }) {
  return (caller: Caller, kind: string): Promise<ApprovalRule[]> =>
    transact((scope) => rulesSeenBy(scope, caller, kind));
}

/** The same in a transaction. */
export async function rulesSeenBy(
  scope: TransactionScope,
  caller: Caller,
  kind: string,
): Promise<ApprovalRule[]> {
  const { companyId } = caller;
  assertOwnRules(scope.kinds, kind);
  const rules = (await storedRules(scope, companyId, kind)).slice(0, MOST);
  const ids = [...new Set(rules.flatMap(({ workflowId }) => workflowId ?? []))];
  const contents = ids.length === 0 ? new Map() : await contentsOf(scope, companyId, ids);
  const uses = ids.length === 0 ? new Map<Id, number>() : await usesOf(scope, companyId, ids);
  return rules.flatMap((rule) => {
    const { workflowId = "" } = rule;
    const sharedBy = Math.max(0, (uses.get(workflowId) ?? 0) - 1);
    return ruleSeenBy(caller, rule, { content: contents.get(workflowId), sharedBy }) ?? [];
  });
}

/** How many rules of the company have each of the workflows: thresholds, rules of added kinds, and defaults. */
async function usesOf(scope: Scope, companyId: Id, workflowIds: readonly Id[]): Promise<Map<Id, number>> {
  const { session } = scope;
  const own = { companyId: toObjectId(companyId), deletedAt: null };
  const named = { ...own, workflowId: { $in: workflowIds.map((id) => toObjectId(id)) } };
  const projection = { workflowId: 1 };
  const thresholds = await createThresholds(scope).collection.find(named, { session, projection }).toArray();
  const rows = await createRules(scope)
    .collection.find(
      { ...named, thresholdId: { $exists: false }, state: { $ne: "DRAFT" } },
      { session, projection },
    )
    .toArray();
  const config = await createSettingsReader(scope).find(companyId);
  const found = [
    ...[...thresholds, ...rows].flatMap(({ workflowId }) => workflowId?.toHexString() ?? []),
    ...(config?.values.defaultWorkflows ?? []).map(({ workflowId }) => workflowId),
  ];
  const counts = Map.groupBy(found, (id) => id);
  return new Map([...counts].map(([id, all]) => [id, all.length]));
}
