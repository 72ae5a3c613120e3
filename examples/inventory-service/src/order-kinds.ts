/** The prefixes of each kind's references, such as `SO-000001`. */
const ORDER_KINDS = {
  PurchaseRequisition: { refPrefix: "PR" },
  PurchaseOrder: { refPrefix: "PO" },
  SalesQuotation: { refPrefix: "SQ" },
  SalesOrder: { refPrefix: "SO" },
} as const;
/** The kinds that are approved. */
export type OrderKind = keyof typeof ORDER_KINDS;
export const orderKinds = Object.keys(ORDER_KINDS) as OrderKind[];

const INVOICE_KINDS = {
  SalesInvoice: { refPrefix: "SI" },
  PurchaseInvoice: { refPrefix: "PI" },
} as const;
/** The kinds that count on the approval of the order that they name. */
export type InvoiceKind = keyof typeof INVOICE_KINDS;
export const invoiceKinds = Object.keys(INVOICE_KINDS) as InvoiceKind[];

/** The kind of an order's invoices; the other kinds of order have none. */
export const INVOICE_KIND_OF: Readonly<Partial<Record<OrderKind, InvoiceKind>>> = {
  SalesOrder: "SalesInvoice",
  PurchaseOrder: "PurchaseInvoice",
};

/** Number for people, such as `SO-000001`. */
export function referenceOf(kind: OrderKind | InvoiceKind, number: number): string {
  const { refPrefix } = { ...ORDER_KINDS, ...INVOICE_KINDS }[kind];
  return `${refPrefix}-${String(number).padStart(6, "0")}`;
}
