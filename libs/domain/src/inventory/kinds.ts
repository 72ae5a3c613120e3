import { WORKFLOW_TASK_KINDS, type WorkflowTaskKind } from "../approval/index.ts";

export const APPROVAL_THRESHOLD_KINDS = [
  "SalesQuotation",
  "SalesOrder",
  "SalesInvoice",
  "PurchaseRequisition",
  "PurchaseOrder",
  "PurchaseInvoice",
] as const;
/** The kinds of order that a threshold can be set for. */
export type ApprovalThresholdKind = (typeof APPROVAL_THRESHOLD_KINDS)[number];

/** The kind under which an order is submitted. Invoices have none: the run of their order counts. */
export function taskKindOfOrder(kind: ApprovalThresholdKind): WorkflowTaskKind | undefined {
  return WORKFLOW_TASK_KINDS.find((candidate) => candidate === kind);
}
