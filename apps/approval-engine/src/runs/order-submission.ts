import { type ApprovalDocument, decimalText, describeOrder } from "@countersign/contracts";
import { builtInOwnerOf } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import type { Scope } from "@countersign/mongo";
import { text } from "@countersign/texts";

import type { Caller } from "../shared/caller.ts";
import { type StoredOrder, createOrdersRepository } from "../thresholds/index.ts";
import type { RunOrigin } from "./run-records.ts";
import type { Submission } from "./submission.ts";

/** The order or invoice that a submission or a run is about, if it is of a kind of order and its record is there. */
export async function orderOf(
  scope: Scope,
  companyId: string,
  { kind, refId }: Pick<Submission, "kind" | "refId">,
): Promise<StoredOrder | undefined> {
  if (builtInOwnerOf(kind) !== "inventory") return undefined;
  return createOrdersRepository(scope).find(companyId, refId);
}

/**
 * The submission as the order's record has it (contract-3, SAFE-11): its reference, its creator, and its subjects.
 * Statements of the person who submits are ignored.
 *
 * @throws DomainError `FORBIDDEN` if the person who starts it is neither its creator nor privileged
 */
export function submissionOfOrder(
  { userId, privileged }: Caller,
  submission: Submission,
  order: StoredOrder,
): Submission {
  const { byOwner, document, ref, submitterId } = submission;
  if (!byOwner && !privileged && order.createdBy !== userId) {
    throw new DomainError("FORBIDDEN", text("run.orderNotYours"), { field: "refId" });
  }
  return {
    ...submission,
    ref: order.ref ?? (byOwner ? ref : undefined),
    submitterId: order.createdBy ?? submitterId,
    document: documentOfOrder(order, byOwner ? document : undefined),
  };
}

/**
 * The document of an order for its approvers: its owner's description, if there is one, and the total of its record.
 *
 * @param described - the owner's description
 */
export function documentOfOrder(order: StoredOrder, described?: ApprovalDocument): ApprovalDocument {
  if (described === undefined) return describeOrder(order);
  const { totalAmount, currency = described.currency } = order;
  if (described.amount === undefined || Number(described.amount) === totalAmount) return described;
  return { ...described, amount: decimalText(totalAmount), ...(currency !== undefined && { currency }) };
}

/** Of an order's run: what its approvers answer for. */
export function termsOf(
  { kind }: Pick<Submission, "kind">,
  order: StoredOrder | undefined,
): Pick<RunOrigin, "submittedOrder" | "orderUnknown"> {
  if (builtInOwnerOf(kind) !== "inventory") return {};
  if (order === undefined) return { orderUnknown: true };
  const { totalAmount, currency, discount } = order;
  return {
    submittedOrder: { totalAmount, ...(currency && { currency }), ...(discount && { discount }) },
  };
}
