import type { Typed } from "../design/number-text.ts";
import type { ApproveBy, RejectBy } from "../graphql/generated/documents.ts";

/** The rule that decides a stage. */
export interface StageRule {
  approveBy: ApproveBy;
  /** The number of COUNT, PERCENT and PER_GROUP; null with the others. */
  quorum: Typed;
  rejectBy: RejectBy;
  /** Whether it may be decided with others in one request. */
  bulk: boolean;
}

/** The greatest whole number that the engine reads; how great a rule's number may be it says itself. */
const INT_MAX = 2 ** 31 - 1;

/** A rule's number as the engine reads it; undefined for what is no whole number. */
export function quorumToSend(quorum: Typed): number | null | undefined {
  if (typeof quorum !== "number") return quorum === null ? null : undefined;
  return Number.isInteger(quorum) ? Math.min(quorum, INT_MAX) : undefined;
}
