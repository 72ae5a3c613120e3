import type { Id } from "@countersign/domain/approval";
import { APPROVAL_THRESHOLD_KINDS } from "@countersign/domain/inventory";
import { type RuleReach, isShadowedBy, neverApplies } from "@countersign/domain/routing";
import type { Scope } from "@countersign/mongo";

import { type RuleList, listsNaming, rulesInForce } from "../shared/rule-lists.ts";
import { findNewestVersions } from "./versions.ts";

/** Most rules of a workflow that are looked at. */
const RULES_MAX = 100;

/** How far the rules in force that ask a workflow are kept from being asked (contract-4, HIST-2). */
export async function reachOfRules(scope: Scope, companyId: Id, workflowId: Id): Promise<RuleReach[]> {
  const lists = await listsNaming(scope, companyId, [workflowId]);
  const reaches = lists.flatMap((list) => reachesIn(list, workflowId)).slice(0, RULES_MAX);
  const shadowIds = reaches.flatMap((reach) => reach.shadowedBy ?? []);
  const versions = await findNewestVersions(scope, companyId, shadowIds);
  const names = new Map(versions.map((version) => [version.workflowId, version.name]));
  return reaches.map((reach) => ({
    neverApplies: reach.neverApplies,
    // A rule whose workflow was deleted is asked, and refuses.
    shadowedBy: reach.shadowedBy && (names.get(reach.shadowedBy) ?? reach.shadowedBy),
  }));
}

/** The same with the workflows of the rules that come first, in place of their names. */
function reachesIn(list: RuleList, workflowId: Id): RuleReach[] {
  const isOfOrders = APPROVAL_THRESHOLD_KINDS.some((kind) => kind === list.kind);
  const rules = rulesInForce(list);
  return rules.flatMap((rule, place) => {
    if (rule.workflowId !== workflowId) return [];
    const earlier = rules.slice(0, place).find((candidate) => isShadowedBy(rule, candidate, isOfOrders));
    return [{ neverApplies: neverApplies(rule, isOfOrders), shadowedBy: earlier?.workflowId }];
  });
}
