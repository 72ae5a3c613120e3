export { type OrderNeeds, needsOf, ruleForOrder } from "./evaluate-order.ts";
export { ORDER_MAX, thresholdOrder } from "./inputs.ts";
export { RULES_OF_KIND_MAX } from "./thresholds.ts";
export { createThresholds } from "./repositories.ts";
export { THRESHOLDS, writeOrderRules } from "./write-rules.ts";
export { type StoredOrder, createOrdersRepository } from "./orders-repository.ts";
