import type { ApprovalLimit, Id } from "@countersign/domain/approval";

/** A group or a limit as a change that is only asked about would leave it. */
export interface OrganisationChange {
  /** Without members: as deleted. */
  group?: { _id: Id; memberIds: readonly Id[] };
  limit?: {
    /** Absent of a new one. */
    _id?: Id | undefined;
    /** Absent: as deleted. */
    after?: Pick<ApprovalLimit, "userId" | "groupId" | "kind" | "currency" | "upTo"> | undefined;
  };
}
