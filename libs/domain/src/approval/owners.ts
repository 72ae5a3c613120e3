import type { BuiltInOwner, WorkflowTaskKind } from "./types.ts";

const BUILT_IN_OWNERS: ReadonlyMap<WorkflowTaskKind, BuiltInOwner> = new Map([
  ["PurchaseRequisition", "inventory"],
  ["PurchaseOrder", "inventory"],
  ["SalesQuotation", "inventory"],
  ["SalesOrder", "inventory"],
  ["Leave", "hr"],
  ["Claim", "hr"],
  ["Loan", "hr"],
  ["Advance", "hr"],
]);

/**
 * The service whose own rules documents of the kind follow (specification: "Completion callback contract"). Kinds that a
 * deployment adds follow no owner's rules, whoever owns them (contract-2, DOC-1).
 */
export function builtInOwnerOf(kind: WorkflowTaskKind): BuiltInOwner | undefined {
  return BUILT_IN_OWNERS.get(kind);
}
