// The values that resolvers get for types of the SDL, under the types' names.
export type { MatchingRule } from "./matching-rule.ts";
export type { ApprovalRule, ApprovalRuleDraft, ApprovalRuleStage } from "./rule-view.ts";
