import type { HrApprovalKind, PolicyLevel } from "@countersign/domain/hr";

import type { BaseRecord } from "../shared/records.ts";
import type { RecordOf } from "../shared/record-of.ts";

/** `hr_approval_policies`: rows that follow from the versions of policies and the lists of their kinds (contract-4, ONE-6). */
export interface HrApprovalPolicyRecord extends BaseRecord {
  kind: HrApprovalKind;
  levels: PolicyLevel[];
  /** Number of its newest version. */
  version: number;
}

export type HrApprovalPolicy = RecordOf<HrApprovalPolicyRecord>;
