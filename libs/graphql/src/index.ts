export { createBoundedStream } from "./bounded-stream.ts";
export { addGraphql } from "./graphql-host.ts";
export {
  affordableCost,
  DEFAULT_LIMITS,
  limitRule,
  type ListLimits,
  listLimitOf,
} from "./operation/limits.ts";
export { maximaOf, readSdl, withoutMaxima } from "./operation/list-maxima.ts";
export { selectedFields, selects } from "./operation/selects.ts";
export type { Arrival } from "./operation/operation.ts";
