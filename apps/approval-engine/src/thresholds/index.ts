export type { ApprovalThreshold } from "./records.ts";
export { type OrderNeeds, needsOf } from "./evaluate-order.ts";
export { type StoredOrder, createOrdersRepository } from "./orders-repository.ts";
export { THRESHOLD_INDEXES } from "./repositories.ts";
export {
  type ApprovalThresholdPage,
  type ThresholdReadModel,
  createThresholdReadModel,
} from "./threshold-read-model.ts";
export { thresholdSchema } from "./threshold-resolvers.ts";
export { createThresholdUseCases } from "./thresholds.ts";
