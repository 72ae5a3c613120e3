import type { Owner, WorkflowTaskKind } from "./types.ts";

const OWNER_OF: Readonly<Record<WorkflowTaskKind, Owner>> = {
  PurchaseRequisition: "inventory",
  PurchaseOrder: "inventory",
  SalesQuotation: "inventory",
  SalesOrder: "inventory",
  Leave: "hr",
  Claim: "hr",
  Loan: "hr",
  Advance: "hr",
};

/** The service that owns documents of the kind and gets their outcome (specification: "Completion callback contract"). */
export function ownerOf(kind: WorkflowTaskKind): Owner {
  return OWNER_OF[kind];
}
