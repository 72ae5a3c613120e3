import { z } from "zod";

/** Kinds of documents by the business service that owns them (approval-engine.md, "Completion callback contract"). */
export const KINDS_BY_OWNER = {
  hr: ["Leave", "Claim", "Loan", "Advance"],
  inventory: ["PurchaseRequisition", "PurchaseOrder", "SalesQuotation", "SalesOrder"],
} as const;

export const OWNERS = ["hr", "inventory"] as const;
export const owner = z.enum(OWNERS);
/** The business service that owns a kind of document; a token of the subjects. */
export type Owner = z.infer<typeof owner>;

export const hrKind = z.enum(KINDS_BY_OWNER.hr);
export type HrKind = z.infer<typeof hrKind>;

export const inventoryKind = z.enum(KINDS_BY_OWNER.inventory);
export type InventoryKind = z.infer<typeof inventoryKind>;

/** WorkflowTaskKind of approval-engine.md. */
export const kind = z.enum([...KINDS_BY_OWNER.inventory, ...KINDS_BY_OWNER.hr]);
export type Kind = z.infer<typeof kind>;

/** The kinds of one owner. */
export type KindOf<O extends Owner> = (typeof KINDS_BY_OWNER)[O][number];

/** The service that owns documents of a kind. */
export function ownerOfKind(kind: Kind): Owner {
  return hrKind.safeParse(kind).success ? "hr" : "inventory";
}
