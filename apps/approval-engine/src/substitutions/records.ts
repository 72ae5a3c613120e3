import type { WorkflowTaskKind } from "@countersign/domain/approval";
import type { ObjectId } from "mongodb";

import type { BaseRecord } from "../shared/records.ts";
import type { RecordOf } from "../shared/record-of.ts";

/** `approval_substitutions`: somebody decides in a principal's place (contract-2, PPL-1). Never deleted. */
export interface SubstitutionRecord extends BaseRecord {
  principalId: ObjectId;
  substituteId: ObjectId;
  /** The kinds of documents that it covers; none: all. */
  kinds: WorkflowTaskKind[];
  /** The first and the last local day, `YYYY-MM-DD`, and the IANA name of the zone whose days they are. */
  fromDate: string;
  untilDate: string;
  timeZone: string;
  /** The same as instants, half-open. */
  from: Date;
  until: Date;
  reason?: string;
  revokedAt?: Date;
  /** Derived: principal and substitute, whose lists show it. */
  peopleIds?: ObjectId[];
}

export type StoredSubstitution = RecordOf<SubstitutionRecord>;
