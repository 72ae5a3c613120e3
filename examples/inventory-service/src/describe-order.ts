import type { ApprovalDocument, Fact } from "@countersign/contracts";
import { amountFact, mainAmount, textFacts } from "@countersign/owner-kit";
import type { Discount, Order } from "./order.ts";
import { ORDER_KINDS } from "./order-kinds.ts";

/**
 * What the approvers of an order see (contract-2, DOC-2).
 *
 * @param currency - of all amounts; left out, an amount is a bare number
 */
export function describeOrder(
  { kind, totalAmount, discount, note }: Pick<Order, "kind" | "totalAmount" | "discount" | "note">,
  currency: string | undefined,
): ApprovalDocument {
  const { facts, ...main } = mainAmount({ key: "total", label: "Total", amount: totalAmount }, currency);
  return {
    title: ORDER_KINDS[kind].title,
    ...main,
    facts: [
      ...facts,
      ...(discount ? [discountFact(discount, currency)] : []),
      ...textFacts("note", "Note", note),
    ],
  };
}

function discountFact({ valueType, value }: Discount, currency: string | undefined): Fact {
  return valueType === "AMOUNT"
    ? amountFact({ key: "discount", label: "Discount", amount: value }, currency)
    : amountFact({ key: "discountPercent", label: "Discount in percent", amount: value }, undefined);
}
