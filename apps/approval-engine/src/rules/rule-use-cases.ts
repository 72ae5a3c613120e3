import type { EngineParts } from "../shared/feature.ts";
import { createOrderRules } from "./order-rules.ts";
import { createDiscardRule } from "./discard-rule.ts";
import { createListRules } from "./list-rules.ts";
import { createMatchingRule } from "./matching-rule.ts";
import { createPublishRule } from "./publish-rule.ts";
import { createRuleDiff } from "./rule-diff.ts";
import { createRuleHistory } from "./rule-history.ts";
import { createRuleUses } from "./rule-uses.ts";
import { createSaveRule } from "./save-rule.ts";
import { createSwitchRule } from "./switch-rule.ts";

/** Approval rules: what is asked when, as people set it up (contract-3, CON-17). */
export function createRuleUseCases(dependencies: Pick<EngineParts, "transact" | "reckon">) {
  return {
    matchingRule: createMatchingRule(dependencies),
    listRules: createListRules(dependencies),
    saveRule: createSaveRule(dependencies),
    publishRule: createPublishRule(dependencies),
    discardRule: createDiscardRule(dependencies),
    switchRule: createSwitchRule(dependencies),
    orderRules: createOrderRules(dependencies),
    ruleUses: createRuleUses(dependencies),
    ruleDiff: createRuleDiff(dependencies),
    ruleHistory: createRuleHistory(dependencies),
  };
}

export type RuleUseCases = ReturnType<typeof createRuleUseCases>;
