import { z } from "zod";
import { approvalDocument } from "./document.ts";
import { currency } from "./fact.ts";
import { LIMITS, amount, hexId, line, tenancy } from "./fields.ts";
import { hrKind } from "./kinds.ts";
import {
  amendmentAnswer,
  amendment,
  cancellation,
  ownerKinds,
  requestId,
  submission,
  submissionAnswer,
  submittedBy,
} from "./submission.ts";

/** Submits an HR document; the engine resolves the approvers from the company's policy. */
export const hrSubmission = z.object({
  ...tenancy,
  kind: hrKind,
  refId: hexId,
  ref: line(LIMITS.ref).optional(),
  employeeId: hexId,
  submitterId: hexId,
  /** The document that the approvers decide on. */
  document: approvalDocument.optional(),
  submittedBy: submittedBy.optional(),
  requestId: requestId.optional(),
  ownerKinds,
});
export type HrSubmission = z.infer<typeof hrSubmission>;

/** Answer to the submission of an HR document, whose approvers its owner does not know. */
export const hrSubmitted = submissionAnswer.extend({
  /** All approvers of the run's stages, each once. */
  approverIds: z.array(hexId).optional(),
});
export type HrSubmitted = z.infer<typeof hrSubmitted>;

/** ApprovalThresholdKind of approval-engine.md. */
export const thresholdKind = z.enum([
  "SalesQuotation",
  "SalesOrder",
  "SalesInvoice",
  "PurchaseRequisition",
  "PurchaseOrder",
  "PurchaseInvoice",
]);
export type ThresholdKind = z.infer<typeof thresholdKind>;

const discount = z.object({ valueType: z.enum(["PERCENTAGE", "AMOUNT"]), value: amount });

export const orderSummary = z.object({
  _id: hexId,
  kind: thresholdKind,
  ref: line(LIMITS.ref).optional(),
  totalAmount: amount,
  /** ISO 4217 code; thresholds that name another currency never apply (contract-3, CON-17). */
  currency: currency.optional(),
  discount: discount.optional(),
});

const orderRequest = z.object({ ...tenancy, order: orderSummary, submitterId: hexId });
const thresholdVerdict = z.object({ required: z.boolean(), workflowId: hexId.optional() });

/** One operation: its subject, the schemas that read request and reply, and what it does. */
export function defineRpc<const Subject extends string, Q extends z.ZodType, A extends z.ZodType>(
  subject: Subject,
  request: Q,
  reply: A,
  summary: string,
) {
  return { subject, request, reply, summary } as const;
}

/** Request/reply operations of the approval engine, through the NATS service API; plain JSON both ways. */
export const RPC = {
  submit: defineRpc("approval.rpc.submit", submission, submissionAnswer, "Submits a document and waits."),
  cancel: defineRpc(
    "approval.rpc.cancel",
    cancellation,
    z.object({ refId: hexId, archivedTasks: z.int("must be a whole number").min(0) }),
    "Archives the open tasks of a cancelled document.",
  ),
  amend: defineRpc(
    "approval.rpc.amend",
    amendment,
    amendmentAnswer,
    "Changes a document whose approval is in progress, as the company's setting onAmend allows.",
  ),
  hrSubmit: defineRpc(
    "approval.rpc.hr.submit",
    hrSubmission,
    hrSubmitted,
    "Submits an HR document by policy.",
  ),
  inventoryEvaluate: defineRpc(
    "approval.rpc.inventory.evaluate",
    orderRequest,
    thresholdVerdict,
    "Says whether an order needs an approval.",
  ),
  inventoryOrderCreated: defineRpc(
    "approval.rpc.inventory.orderCreated",
    // The document that the approvers decide on, should the order need them.
    orderRequest.extend({ document: approvalDocument.optional(), submittedBy: submittedBy.optional() }),
    // The order's run, if one was started now or before.
    thresholdVerdict.extend({ runId: hexId.optional() }),
    "Submits a new order where thresholds or the company's default workflow ask for it.",
  ),
  inventoryAssertPostable: defineRpc(
    "approval.rpc.inventory.assertPostable",
    z.object({ ...tenancy, orderId: hexId }),
    z.object({ orderId: hexId }),
    "Refuses with 403 while an order still needs its approval.",
  ),
  hrPendingCounts: defineRpc(
    "approval.rpc.hr.pendingCounts",
    z.object({ ...tenancy }),
    z.object({ counts: z.record(hrKind, z.int("must be a whole number").min(0)) }),
    "Counts AWAITING_APPROVAL tasks by kind.",
  ),
} as const;

export type RpcName = keyof typeof RPC;
/** The request as the caller sends it. */
export type RpcRequest<N extends RpcName> = z.input<(typeof RPC)[N]["request"]>;
/** The request as the engine reads it. */
export type RpcParsedRequest<N extends RpcName> = z.output<(typeof RPC)[N]["request"]>;
export type RpcReply<N extends RpcName> = z.output<(typeof RPC)[N]["reply"]>;
