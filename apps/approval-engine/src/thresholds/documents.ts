import type { ApprovalThresholdKind } from "@countersign/domain/inventory";
import type { ObjectId } from "mongodb";

import type { BaseDocument } from "../shared/documents.ts";
import type { RecordOf } from "../shared/records.ts";

/** `approval_thresholds`; a limit that is null is ignored. */
export interface ApprovalThresholdDocument extends BaseDocument {
  kind: ApprovalThresholdKind;
  workflowId: ObjectId;
  amountThreshold: number | null;
  discountPercentageThreshold: number | null;
  enabled: boolean;
}

export type ApprovalThreshold = RecordOf<ApprovalThresholdDocument>;
