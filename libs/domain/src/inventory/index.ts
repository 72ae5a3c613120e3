export { APPROVAL_THRESHOLD_KINDS, type ApprovalThresholdKind, taskKindOfOrder } from "./kinds.ts";
export {
  type ApprovalThreshold,
  type Evaluation,
  type Order,
  type OrderTerms,
  assertPostable,
  assertThreshold,
  covers,
  evaluate,
  inOrder,
  totalOf,
} from "./thresholds.ts";
