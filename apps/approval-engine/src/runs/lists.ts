import type { Id, WorkflowTaskKind } from "@countersign/domain/approval";
import { toHex } from "@countersign/mongo";
import { Decimal128, ObjectId } from "mongodb";

import type { DocumentReference } from "../documents/index.ts";
import type { Derived } from "../shared/record-repository.ts";
import type { SnoozeRecord, SortAmount, WorkflowApprovalRecord, WorkflowTaskRecord } from "./records.ts";

/** The key that lists a task for its approvers and their substitutes, for one kind or for all. */
export const askedText = (userId: Id, kind?: WorkflowTaskKind): string =>
  kind === undefined ? userId : `${userId}/${kind}`;

/**
 * The key in place of {@link askedText} while an approver snoozes a task: their snoozed list has it, and the inboxes of
 * their substitutes.
 */
export const snoozedText = (asked: string): string => `snoozed/${asked}`;

/** The key of a task that a substitute snoozes: their inbox leaves it out, whoever is asked. */
export const asideText = (asked: string): string => `aside/${asked}`;

/** The keys of tasks that wait for approvers, also while these snooze them. @param asked - texts of {@link askedText} */
export const withSnoozed = (asked: readonly string[]): string[] =>
  asked.flatMap((text) => [text, snoozedText(text)]);

/** The key that lists waiting tasks for the user whom their document is about, where nothing else involves them. */
export const aboutText = (userId: Id): string => `about/${userId}`;

/** The key that lists tasks that nobody can complete, for privileged users. */
export const UNASSIGNED = "unassigned";

/**
 * The mark of tasks whose lists and search this release has written; a later one that derives more has a greater one. It
 * looks like an id, because older releases turn ids that they do not know into text. They themselves wrote a company's.
 */
export const GENERATION = new ObjectId("000000000000000000000004");

/**
 * The lists that show a task: the inboxes of everybody involved, of the substitutes of those asked ({@link askedText})
 * and, under the company's own id, of privileged users, unless it is archived or deleted; and its creator's submissions,
 * unless it is deleted. A total is then a count of index keys; a filter `deletedAt: null` would read records, because
 * null also matches missing fields.
 */
export const TASK_LISTS: Derived<WorkflowTaskRecord> = {
  fields: ["listedFor", "submissionOf", "seatsListed", "sortAmount"],
  of: ({
    companyId,
    involvedIds,
    askedIds,
    unassigned,
    beneficiaryId,
    kind,
    createdBy,
    archived,
    deletedAt,
    document,
    snoozed = [],
    ...task
  }) => ({
    listedFor:
      archived || deletedAt !== null
        ? false
        : [
            ...involvedIds,
            companyId,
            ...waitingTexts(askedIds ?? [], kind, snoozed),
            ...(isAsked(askedIds) && beneficiaryId && !isAmong(involvedIds, beneficiaryId)
              ? [aboutText(toHex(beneficiaryId))]
              : []),
            ...(unassigned ? [UNASSIGNED] : []),
          ],
    // Not without the fields that the lists are made of, which another release may have left out.
    ...(askedIds !== undefined &&
      (task.status !== "AWAITING_APPROVAL" || task.askedAt !== undefined) && { seatsListed: GENERATION }),
    ...(createdBy !== undefined && deletedAt === null && { submissionOf: createdBy }),
    sortAmount: sortAmountOf(document),
  }),
};

/** The keys of those who are asked, and of substitutes who snooze. */
function waitingTexts(
  askedIds: readonly ObjectId[],
  kind: WorkflowTaskKind,
  snoozed: readonly SnoozeRecord[],
): string[] {
  const snoozing = new Set(snoozed.map(({ userId }) => userId));
  const asked = askedIds.map(toHex);
  const substitutes = [...snoozing].filter((id) => !asked.includes(id));
  return [
    ...asked.flatMap((id) => {
      const texts = textsOf(id, kind);
      return snoozing.has(id) ? texts.map(snoozedText) : texts;
    }),
    ...substitutes.flatMap((id) => textsOf(id, kind).map(asideText)),
  ];
}

const isAsked = (askedIds: readonly ObjectId[] = []): boolean => askedIds.length > 0;
const isAmong = (ids: readonly ObjectId[], wanted: ObjectId): boolean => ids.some((id) => wanted.equals(id));

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
    return { listedFor: deletedAt === null && companyId, deciderId: isDecided && (decidedBy ?? approverId) };
  },
};
