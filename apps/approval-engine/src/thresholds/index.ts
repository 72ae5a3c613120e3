export { type OrderNeeds, needsOf } from "./evaluate-order.ts";
export { thresholdOrder } from "./inputs.ts";
export type { ApprovalThreshold } from "./records.ts";
export { createThresholds } from "./repositories.ts";
export { deleteThreshold, writeThreshold } from "./write-threshold.ts";
export { type StoredOrder, createOrdersRepository } from "./orders-repository.ts";
