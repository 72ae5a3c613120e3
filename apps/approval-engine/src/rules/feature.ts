import { defineFeature } from "../shared/feature.ts";
import { ruleResolvers } from "./rule-resolvers.ts";
import { createRuleUseCases } from "./rule-use-cases.ts";
import { RULE_INDEXES } from "./rules-repository.ts";
import { SDL } from "./sdl.ts";

/** Approval rules: workflows with a condition to start (contract-3, CON-17; ADR 56). */
export const rulesFeature = defineFeature({
  name: "rules",
  uses: ["approval-settings", "definitions", "ladders", "thresholds"],
  indexes: RULE_INDEXES,
  useCases: createRuleUseCases,
  sdl: SDL,
  resolvers: ruleResolvers,
});
