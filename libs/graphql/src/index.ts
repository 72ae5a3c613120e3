export { addGraphql, type GraphqlOptions } from "./graphql-host.ts";
export { type BoundedStream, createBoundedStream } from "./bounded-stream.ts";
export { graphqlErrorFormatter } from "./graphql-errors.ts";
export { guardSchema, type OperationContext } from "./operation/guard-schema.ts";
export {
  affordableCost,
  limitRules,
  type ListLimits,
  listLimitOf,
  QUERY_LIMITS,
} from "./operation/limits.ts";
export { OPERATIONS_AT_ONCE, OPERATIONS_WAITING, type OperationShare } from "./operation/operation-share.ts";
