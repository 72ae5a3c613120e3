import type { HrApprovalKind, PolicyLevel } from "@countersign/domain/hr";

import type { BaseDocument } from "../shared/documents.ts";
import type { RecordOf } from "../shared/records.ts";

/** `hr_approval_policies` */
export interface HrApprovalPolicyDocument extends BaseDocument {
  kind: HrApprovalKind;
  levels: PolicyLevel[];
}

export type HrApprovalPolicy = RecordOf<HrApprovalPolicyDocument>;
