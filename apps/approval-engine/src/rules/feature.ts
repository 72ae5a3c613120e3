import { defineFeature } from "../shared/feature.ts";
import { ruleResolvers } from "./rule-resolvers.ts";
import { createRuleUseCases } from "./rule-use-cases.ts";
import { DRAFT_INDEXES } from "./rule-drafts.ts";
import { SDL } from "./sdl.ts";

/** Approval rules: workflows with a condition to start (contract-3, CON-17; ADR 56). */
export const rulesFeature = defineFeature({
  name: "rules",
  uses: ["approval-settings", "definitions", "groups", "ladders", "limits", "thresholds"],
  indexes: DRAFT_INDEXES,
  useCases: createRuleUseCases,
  sdl: SDL,
  resolvers: ruleResolvers,
});
