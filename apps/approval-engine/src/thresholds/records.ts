import type { ApprovalThresholdKind } from "@countersign/domain/inventory";
import type { ObjectId } from "mongodb";

import type { BaseRecord } from "../shared/records.ts";
import type { RecordOf } from "../shared/record-of.ts";

/** `approval_thresholds`; a limit that is null is ignored. */
export interface ApprovalThresholdRecord extends BaseRecord {
  kind: ApprovalThresholdKind;
  workflowId: ObjectId;
  amountThreshold: number | null;
  discountPercentageThreshold: number | null;
  enabled: boolean;
}

export type ApprovalThreshold = RecordOf<ApprovalThresholdRecord>;
