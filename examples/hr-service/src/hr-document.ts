import type { ApprovalDocument, SubmittedBy } from "@countersign/contracts";
import type { Disbursement } from "./disbursement.ts";
import type { DocumentDetails, DocumentKind } from "./document-kinds.ts";

/** Statuses that a caller sees. `DRAFT`: its approval was recalled (contract-2, CTRL-3). */
export const VISIBLE_STATUSES = ["DRAFT", "PENDING", "APPROVED", "REJECTED", "CANCELLED"] as const;
export type VisibleStatus = (typeof VISIBLE_STATUSES)[number];

/**
 * `SUBMITTING`: stored, its submission not yet answered. `WITHDRAWING`: its creation was refused to the caller while it
 * was not known whether the submission had arrived. Neither is shown; both end within seconds.
 */
export type DocumentStatus = VisibleStatus | "SUBMITTING" | "WITHDRAWING";

/** A change of a pending document, while it is not known whether its approval takes it. */
export interface DocumentChange {
  id: string;
  details: DocumentDetails;
  described: ApprovalDocument;
  actorId: string;
  note?: string;
}

/** A draft that is submitted again, while it is not known whether the engine has taken it. */
export interface Resubmission {
  /** The request's id. */
  id: string;
  /** The agent that submits it again. */
  submittedBy?: SubmittedBy;
}

/** A document of one employee that needs approval. Ids are 24-hex strings. */
export interface HrDocument {
  id: string;
  companyId: string;
  branchId?: string;
  kind: DocumentKind;
  /** Number for people, such as `LV-000001`. */
  ref: string;
  employeeId: string;
  submitterId: string;
  /** The agent that submitted it with the submitter's token. */
  submittedBy?: SubmittedBy;
  status: DocumentStatus;
  details: DocumentDetails;
  /** The approvers' description. Kept, so that a repeated submission is the same. */
  described: ApprovalDocument;
  /** The revision of it that the engine last reported; absent: its first. */
  revision?: number;
  change?: DocumentChange;
  resubmission?: Resubmission;
  createdAt: Date;
  updatedAt: Date;
  /** Remark of the last verdict. */
  remark?: string;
  /** When the approval ended, and by whose verdict. */
  decidedAt?: Date;
  decidedBy?: string;
  /** Of an approved loan or advance. */
  disbursement?: Disbursement;
}
