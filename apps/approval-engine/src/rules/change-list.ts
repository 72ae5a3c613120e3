import type { Caller } from "../shared/caller.ts";
import { type ListedRule, type RuleListChange, findRuleList, insertNextList } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { writeOrderRules } from "../thresholds/index.ts";
import { isOrderKind } from "./rule-kinds.ts";
import type { StoredRule } from "./stored-rules.ts";

/**
 * Puts the next version of a kind's list in force.
 *
 * @param rule - its id: of orders, the rule whose threshold the command names; left out: none
 * @param keptFields - what is kept with the list
 */
export async function changeList(
  scope: TransactionScope,
  caller: Caller,
  { id, kind }: Pick<Partial<StoredRule>, "id"> & Pick<StoredRule, "kind">,
  change: (rules: readonly ListedRule[]) => ListedRule[],
  keptFields: Pick<RuleListChange, "did" | "changeNote"> = {},
): Promise<void> {
  const before = await findRuleList(scope, caller.companyId, kind);
  const rules = change(before?.rules ?? []);
  if (!isOrderKind(kind)) await insertNextList(scope, caller, { kind, before, rules, ...keptFields });
  else await writeOrderRules(scope, caller, [{ kind, before, rules, ...keptFields }], { namedId: id });
}
