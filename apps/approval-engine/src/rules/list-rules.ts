import type { Id } from "@countersign/domain/approval";
import type { Scope } from "@countersign/mongo";
import { createSettingsReader } from "@countersign/settings";
import { listLimitOf } from "@countersign/graphql";

import { contentsOf } from "../definitions/index.ts";
import type { Caller } from "../shared/caller.ts";
import { rulesNaming } from "../shared/rule-lists.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { assertRuleKind, versionedBy } from "./rule-kinds.ts";
import { type ApprovalRule, ruleSeenBy } from "./rule-view.ts";
import { LISTS } from "./sdl.ts";
import { storedRules } from "./stored-rules.ts";

const MOST = listLimitOf(LISTS, "Query", "approvalRules");

/**
 * `approvalRules`: the rules of a kind as the caller may see them, in one snapshot (contract-3, CON-17).
 *
 * @throws DomainError `INVALID_INPUT` for a kind without rules
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
  assertRuleKind(scope.kinds, kind);
  const rules = (await storedRules(scope, companyId, kind)).slice(0, MOST);
  const ids = [...new Set(rules.flatMap(({ workflowId }) => workflowId ?? []))];
  const contents = ids.length === 0 ? new Map() : await contentsOf(scope, companyId, ids, versionedBy(kind));
  const uses = ids.length === 0 ? new Map<Id, number>() : await usesOf(scope, companyId, ids);
  return rules.flatMap((rule) => {
    const { workflowId = "" } = rule;
    const sharedBy = Math.max(0, (uses.get(workflowId) ?? 0) - 1);
    return ruleSeenBy(caller, rule, { content: contents.get(workflowId), sharedBy }) ?? [];
  });
}

/** One rule as the caller may see it, once a command has changed it. */
export async function ruleSeenAfter(
  scope: TransactionScope,
  caller: Caller,
  { id, kind }: Pick<ApprovalRule, "id" | "kind">,
): Promise<ApprovalRule> {
  const rule = (await rulesSeenBy(scope, caller, kind)).find((candidate) => candidate.id === id);
  if (rule === undefined) throw new Error(`rule ${id} is there, and is not among those of ${kind}`);
  return rule;
}

/** How many rules of the company have each of the workflows: those of all kinds, and defaults. */
async function usesOf(scope: Scope, companyId: Id, workflowIds: readonly Id[]): Promise<Map<Id, number>> {
  const rules = await rulesNaming(scope, companyId, workflowIds);
  const config = await createSettingsReader(scope).find(companyId);
  const uses = [...rules, ...(config?.values.defaultWorkflows ?? [])];
  const counts = Map.groupBy(uses, ({ workflowId }) => workflowId);
  return new Map([...counts].map(([id, all]) => [id, all.length]));
}
