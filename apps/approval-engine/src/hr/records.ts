import type { HrApprovalKind, PolicyLevel } from "@countersign/domain/hr";

import type { BaseRecord } from "../shared/records.ts";
import type { RecordOf } from "../shared/record-of.ts";

/** `hr_approval_policies` */
export interface HrApprovalPolicyRecord extends BaseRecord {
  kind: HrApprovalKind;
  levels: PolicyLevel[];
}

export type HrApprovalPolicy = RecordOf<HrApprovalPolicyRecord>;
