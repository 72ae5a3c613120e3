export { createBoundedStream } from "./bounded-stream.ts";
export { addGraphql } from "./graphql-host.ts";
export {
  affordableCost,
  DEFAULT_LIMITS,
  limitRule,
  type ListLimits,
  listLimitOf,
} from "./operation/limits.ts";
export { selects } from "./operation/selects.ts";
export { OPERATIONS_AT_ONCE, OPERATIONS_WAITING, type OperationShare } from "./operation/operation-share.ts";
