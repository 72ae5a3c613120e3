import type { Kind } from "@countersign/contracts";
import type { LimitMadeBy } from "@countersign/domain/approval";
import type { ObjectId } from "mongodb";

import type { RecordOf } from "../shared/record-of.ts";
import type { BaseRecord } from "../shared/records.ts";

/** `approval_limits`: up to which amount a user, or each member of a group, may approve (contract-3, SRC-3). */
export interface ApprovalLimitRecord extends BaseRecord {
  /** The holder; either this or `groupId`. */
  userId?: ObjectId;
  groupId?: ObjectId;
  kind: Kind;
  /** ISO 4217 code. */
  currency: string;
  /** Inclusive; decimal text. */
  upTo: string;
  /** Rises with each change of it. */
  changes: number;
  /** The people who gave and lowered it; ids in hexadecimal. */
  madeBy?: LimitMadeBy;
}

export type ApprovalLimit = RecordOf<ApprovalLimitRecord>;
