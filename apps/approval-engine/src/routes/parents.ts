// The values that resolvers get for types of the SDL, under the types' names.
export type { RouteSeat } from "@countersign/domain/routing";
export type { ShownRoute as Route, ShownStage as RouteStage } from "./shown-route.ts";
export type { RuleReplayExample } from "./replay-count.ts";
export type { RuleReplay } from "./replay-rules.ts";
export type { RuleShadow } from "./rule-shadows.ts";
