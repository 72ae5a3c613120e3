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
  /** ISO 4217 code: never for orders in another currency (contract-3, CON-17). */
  currency?: string;
  /** The lowest is asked first, those without one after them. */
  order?: number;
  enabled: boolean;
}

export type ApprovalThreshold = RecordOf<ApprovalThresholdRecord>;
