import { expect, it } from "vitest";

import { describeOrder } from "./order-document.ts";

const ORDER = { kind: "SalesOrder", totalAmount: 18_500 } as const;

it("an order is called by its kind, with its total in the currency, or as a number without one [DOC-2]", () => {
  expect(describeOrder({ ...ORDER, currency: "EUR" })).toEqual({
    title: "Sales order",
    amount: "18500",
    currency: "EUR",
    facts: [],
  });
  expect(describeOrder({ ...ORDER, kind: "PurchaseRequisition", note: "Chairs" })).toEqual({
    title: "Purchase requisition",
    facts: [
      { key: "total", label: "Total", type: "NUMBER", value: "18500" },
      { key: "note", label: "Note", type: "TEXT", value: "Chairs" },
    ],
  });
});

it.each([
  ["AMOUNT", "EUR", { key: "discount", type: "MONEY", value: { amount: "12.5", currency: "EUR" } }],
  ["AMOUNT", undefined, { key: "discount", type: "NUMBER", value: "12.5" }],
  ["PERCENTAGE", "EUR", { key: "discountPercent", type: "NUMBER", value: "12.5" }],
] as const)(
  "its discount of the type %s, in the currency %s, is a fact [DOC-2]",
  (valueType, currency, fact) => {
    const { facts } = describeOrder({ ...ORDER, currency, discount: { valueType, value: 12.5 } });
    expect(facts?.at(-1)).toMatchObject(fact);
  },
);
