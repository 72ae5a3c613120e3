export { APPROVAL_THRESHOLD_KINDS, type ApprovalThresholdKind, taskKindOfOrder } from "./kinds.ts";
export {
  type ApprovalThreshold,
  type Evaluation,
  type Order,
  assertPostable,
  assertThreshold,
  evaluate,
} from "./thresholds.ts";
