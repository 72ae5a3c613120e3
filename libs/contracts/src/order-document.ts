import type { ApprovalDocument } from "./document.ts";
import type { Fact } from "./fact.ts";
import { amountFact, mainAmount, textFacts } from "./facts.ts";
import type { ThresholdKind } from "./rpc.ts";

const TITLES: Readonly<Record<ThresholdKind, string>> = {
  SalesQuotation: "Sales quotation",
  SalesOrder: "Sales order",
  SalesInvoice: "Sales invoice",
  PurchaseRequisition: "Purchase requisition",
  PurchaseOrder: "Purchase order",
  PurchaseInvoice: "Purchase invoice",
};

/** An order or invoice as its record in `orders` has it, as far as its approvers need it. */
export interface OrderAsStored {
  kind: ThresholdKind;
  totalAmount: number;
  /** ISO 4217 code of all amounts; without one an amount is a bare number. */
  currency?: string | undefined;
  discount?: { valueType: string; value: number } | null | undefined;
  note?: string | undefined;
}

/**
 * The description of an order for its approvers (contract-2, DOC-2). Its owner and the approval engine use the same
 * words, so that it reads the same whoever starts its run (contract-3, SAFE-11).
 */
export function describeOrder({
  kind,
  totalAmount,
  currency,
  discount,
  note,
}: OrderAsStored): ApprovalDocument {
  const { facts, ...main } = mainAmount({ key: "total", label: "Total", amount: totalAmount }, currency);
  return {
    title: TITLES[kind],
    ...main,
    facts: [
      ...facts,
      ...(discount ? [discountFact(discount, currency)] : []),
      ...textFacts("note", "Note", note),
    ],
  };
}

function discountFact(
  { valueType, value }: NonNullable<OrderAsStored["discount"]>,
  currency: string | undefined,
): Fact {
  return valueType === "PERCENTAGE"
    ? amountFact({ key: "discountPercent", label: "Discount in percent", amount: value }, undefined)
    : amountFact({ key: "discount", label: "Discount", amount: value }, currency);
}
