import type { Id, WorkflowTaskKind } from "@countersign/domain/approval";
import { toHex } from "@countersign/mongo";
import { Decimal128 } from "mongodb";

import type { DocumentReference } from "../documents/index.ts";
import type { Derived } from "../shared/record-repository.ts";
import type { SortAmount, WorkflowApprovalRecord, WorkflowTaskRecord } from "./records.ts";

/** The key that lists a task for its approvers and their substitutes, for one kind or for all. */
export const askedText = (userId: Id, kind?: WorkflowTaskKind): string =>
  kind === undefined ? userId : `${userId}/${kind}`;

/**
 * The lists that show a task: the inboxes of everybody involved, of the substitutes of those asked ({@link askedText})
 * and, under the company's own id, of privileged users, unless it is archived or deleted; and its creator's submissions,
 * unless it is deleted. A total is then a count of index keys; a filter `deletedAt: null` would read records, because
 * null also matches missing fields.
 */
export const TASK_LISTS: Derived<WorkflowTaskRecord> = {
  fields: ["listedFor", "submissionOf"],
  of: ({ companyId, involvedIds, askedIds = [], kind, createdBy, archived, deletedAt }) => ({
    listedFor:
      archived || deletedAt !== null
        ? false
        : [...involvedIds, companyId, ...askedIds.flatMap((id) => textsOf(toHex(id), kind))],
    ...(createdBy !== undefined && deletedAt === null && { submissionOf: createdBy }),
  }),
};

/** Sorts behind every amount. */
const NO_AMOUNT: SortAmount = { currency: "", value: Decimal128.fromString("0") };

/** The amount of a document, as lists sort it. */
export function sortAmountOf({
  amount,
  currency,
}: Partial<Pick<DocumentReference, "amount" | "currency">> = {}): SortAmount {
  if (amount === undefined || currency === undefined) return NO_AMOUNT;
  return { currency, value: Decimal128.fromString(amount) };
}

const textsOf = (userId: Id, kind: WorkflowTaskKind) => [askedText(userId), askedText(userId, kind)];

/**
 * Whether the lists of its company show an approval: unless it is deleted; and the user who decided on the seat, if
 * somebody did themselves.
 */
export const APPROVAL_LISTS: Derived<WorkflowApprovalRecord> = {
  fields: ["listedFor", "deciderId"],
  of: ({ companyId, deletedAt, status, skipped, decidedBy, approverId }) => {
    const isDecided = deletedAt === null && !skipped && (status === "APPROVED" || status === "REJECTED");
    return {
      listedFor: deletedAt === null && companyId,
      ...(isDecided && { deciderId: decidedBy ?? approverId }),
    };
  },
};
