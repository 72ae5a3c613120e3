import { type ApprovalDocument, decimalText, describeOrder } from "@countersign/contracts";
import { type SubmitCommand, type WorkflowTaskStatus, builtInOwnerOf } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import type { Scope } from "@countersign/mongo";
import { text } from "@countersign/texts";

import type { NamedPerson } from "../approval-settings/index.ts";
import type { DocumentAction, EarlierRejection } from "../documents/index.ts";
import type { Caller } from "../shared/caller.ts";
import { type StoredOrder, createOrdersRepository } from "../thresholds/index.ts";
import type { RunOrigin } from "./run.ts";

/** Answer to a submission: the run and its tasks in their order. */
export interface SubmitAnswer {
  refId: string;
  runId: string;
  /** The stored workflow that it follows. */
  workflowId?: string | undefined;
  /** The document's revision, where one was sent. */
  revision?: number | undefined;
  tasks: { _id: string; orderNo: number; stageName: string; status: WorkflowTaskStatus }[];
}

/** A submission by a service or a person. */
export type Submission = Pick<
  SubmitCommand,
  "refId" | "kind" | "ref" | "submitterId" | "beneficiaryId" | "workflowId" | "dynamicStages" | "stagesBefore"
> & {
  /** The people whom the fields of the command name. */
  named: readonly NamedPerson[];
  /** Whether the service that owns the document submits it; else a person does. */
  byOwner: boolean;
  /** A rule of the kind, its default or its HR policy has chosen the workflow or the stages. */
  byRule?: true;
  /** The owner's id of the submission, which the outcome carries (contract-3, OPS-4). */
  requestId?: string | undefined;
  /** The document that approvers decide on. */
  document?: ApprovalDocument | undefined;
  /** The call that an agent wants to make, once it is approved. */
  action?: DocumentAction | undefined;
  /** Rejections of the same call before, the newest first. */
  earlierRejections?: readonly EarlierRejection[] | undefined;
  /** From when on no verdict counts (contract-3, ASK-3). */
  expiresAt?: Date | undefined;
};

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
 * @param describedDocument - the owner's description
 */
export function documentOfOrder(order: StoredOrder, describedDocument?: ApprovalDocument): ApprovalDocument {
  if (describedDocument === undefined) return describeOrder(order);
  const { totalAmount, currency = describedDocument.currency } = order;
  if (describedDocument.amount === undefined || Number(describedDocument.amount) === totalAmount)
    return describedDocument;
  return {
    ...describedDocument,
    amount: decimalText(totalAmount),
    ...(currency !== undefined && { currency }),
  };
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
