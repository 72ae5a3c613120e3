// The values that resolvers get for types of the SDL, under the types' names.
export type { RuleChange, RuleDifference } from "./history-words.ts";

export type { MatchingRule } from "./matching-rule.ts";
export type { RuleUse } from "./rule-uses.ts";
export type { ApprovalRule, ApprovalRuleDraft, ApprovalRuleStage } from "./rule-view.ts";
