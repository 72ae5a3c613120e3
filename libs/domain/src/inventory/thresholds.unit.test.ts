import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { APPROVAL_THRESHOLD_KINDS, taskKindOfOrder } from "./kinds.ts";
import {
  type ApprovalThreshold,
  type Order,
  assertPostable,
  assertThreshold,
  covers,
  evaluate,
  inOrder,
  totalOf,
} from "./thresholds.ts";

const threshold: ApprovalThreshold = {
  kind: "PurchaseOrder",
  workflowId: "workflow",
  amountThreshold: 1000,
  discountPercentageThreshold: 10,
  enabled: true,
};
const order: Order = { kind: "PurchaseOrder", totalAmount: 1000 };
const REQUIRED = { required: true, workflowId: "workflow" };
const NOT_REQUIRED = { required: false };

const percent = (value: number): Order => ({ ...order, discount: { valueType: "PERCENTAGE", value } });

describe("evaluate", () => {
  it.each<[string, Order, ApprovalThreshold | undefined, boolean | undefined, object]>([
    ["the amount itself [AE-INV-03]", order, threshold, true, NOT_REQUIRED],
    ["more [AE-INV-03] [AE-INV-05]", { ...order, totalAmount: 1000.01 }, threshold, true, REQUIRED],
    [
      "no amount threshold [AE-THRESH-03]",
      { ...order, totalAmount: 1e9 },
      { ...threshold, amountThreshold: null },
      true,
      NOT_REQUIRED,
    ],
    [
      "a threshold of 0 [AE-THRESH-03]",
      { ...order, totalAmount: 1 },
      { ...threshold, amountThreshold: 0 },
      true,
      REQUIRED,
    ],
    ["the percentage itself [AE-INV-04]", percent(10), threshold, true, NOT_REQUIRED],
    ["a greater discount [AE-INV-04] [AE-INV-05]", percent(10.5), threshold, true, REQUIRED],
    [
      "no percentage threshold [AE-THRESH-04]",
      percent(99),
      { ...threshold, discountPercentageThreshold: null },
      true,
      NOT_REQUIRED,
    ],
    [
      "a discount that is not a percentage [AE-INV-04]",
      { ...order, discount: { valueType: "AMOUNT", value: 500 } },
      threshold,
      true,
      NOT_REQUIRED,
    ],
    ["a null discount [AE-INV-04]", { ...order, discount: null }, threshold, true, NOT_REQUIRED],
    [
      "a disabled threshold [AE-INV-02] [AE-THRESH-05]",
      { ...order, totalAmount: 2000 },
      { ...threshold, enabled: false },
      true,
      NOT_REQUIRED,
    ],
    ["no threshold [AE-INV-02]", { ...order, totalAmount: 2000 }, undefined, true, NOT_REQUIRED],
    [
      "a threshold of another kind [AE-INV-02]",
      { ...order, totalAmount: 2000 },
      { ...threshold, kind: "SalesOrder" },
      true,
      NOT_REQUIRED,
    ],
    [
      "the company's flag off [AE-INV-01] [AE-INV-10]",
      { ...order, totalAmount: 2000 },
      threshold,
      false,
      NOT_REQUIRED,
    ],
    [
      "the company's flag unset [AE-INV-01] [AE-INV-10]",
      { ...order, totalAmount: 2000 },
      threshold,
      undefined,
      NOT_REQUIRED,
    ],
  ])("%s", (_title, given, policy, enabled, expected) => {
    expect(evaluate(given, policy, enabled)).toEqual(expected);
  });
});

const EUR = { ...threshold, currency: "EUR" };
const large = (currency?: string): Order => ({ ...percent(50), totalAmount: 2_000, currency });

describe("a threshold with a currency", () => {
  it.each([
    ["its own", large("EUR"), REQUIRED],
    ["another, by amount and discount", large("USD"), NOT_REQUIRED],
    ["none, whose amounts are compared as they are", large(), REQUIRED],
    ["its own, too little", { ...order, currency: "EUR" }, NOT_REQUIRED],
  ])("asks of orders in %s [CON-17]", (_currency, given, expected) => {
    expect(evaluate(given, EUR, true)).toEqual(expected);
  });

  it("asks of orders in every currency without one [CON-17]", () => {
    expect(evaluate(large("USD"), threshold, true)).toEqual(REQUIRED);
  });
});

const exceeds = (value: number, limit: number | null) => limit !== null && value > limit;

/** The evaluation as it was before thresholds had currencies and orders. */
function firstOfNewest(given: Order, newestFirst: readonly ApprovalThreshold[]) {
  const off = given.discount?.valueType === "PERCENTAGE" ? given.discount.value : 0;
  const asked = newestFirst.find(
    ({ enabled, kind, amountThreshold, discountPercentageThreshold }) =>
      enabled &&
      kind === given.kind &&
      (exceeds(given.totalAmount, amountThreshold) || exceeds(off, discountPercentageThreshold)),
  );
  return asked ? { required: true, workflowId: asked.workflowId } : NOT_REQUIRED;
}

const amounts = fc.integer({ min: 0, max: 20 });
const limits = fc.option(amounts);
const kinds = fc.constantFrom("PurchaseOrder" as const, "SalesOrder" as const);
const thresholds = fc.array(
  fc.record({
    kind: kinds,
    workflowId: fc.uuid(),
    amountThreshold: limits,
    discountPercentageThreshold: limits,
    enabled: fc.boolean(),
  }),
);
const orders = fc.record({
  kind: kinds,
  totalAmount: amounts,
  currency: fc.option(fc.constantFrom("EUR", "USD"), { nil: undefined }),
  discount: fc.option(fc.record({ valueType: fc.constantFrom("PERCENTAGE", "AMOUNT"), value: amounts })),
});

describe("thresholds in their order", () => {
  it("answer as before where none has a currency or an order [CON-17]", () => {
    fc.assert(
      fc.property(orders, thresholds, (given, newestFirst) => {
        const answers = inOrder<ApprovalThreshold>(newestFirst).map((one) => evaluate(given, one, true));
        const answer = answers.find(({ required }) => required) ?? NOT_REQUIRED;
        expect(answer).toEqual(firstOfNewest(given, newestFirst));
      }),
    );
  });

  it("are those with one from the lowest, then the others, of equals the newest first [CON-17]", () => {
    const newestFirst = [
      { name: "new" },
      { name: "new second", order: 2 },
      { name: "first", order: 1 },
      { name: "old", order: null },
      { name: "old second", order: 2 },
    ];
    const names = inOrder(newestFirst).map(({ name }) => name);
    expect(names).toEqual(["first", "new second", "old second", "new", "old"]);
  });
});

describe("assertPostable", () => {
  it("refuses an order that needs approval until its run is completed [AE-INV-08] [AE-INV-11]", () => {
    const required = { required: true, workflowId: "workflow" } as const;
    expect(() => assertPostable(required, false)).toThrow(
      expect.objectContaining({
        code: "POSTING_NEEDS_APPROVAL",
        message: "This order requires approval before it can be posted",
      }),
    );
    expect(() => assertPostable(required, true)).not.toThrow();
  });

  it("lets any other order be posted [AE-INV-08]", () => {
    expect(() => assertPostable({ required: false }, false)).not.toThrow();
  });
});

describe("assertThreshold", () => {
  it.each([
    [0, 0],
    [null, null],
    [1e15, 100],
  ])("accepts an amount of %s and a discount of %s", (amountThreshold, discountPercentageThreshold) => {
    expect(() => assertThreshold({ amountThreshold, discountPercentageThreshold })).not.toThrow();
  });

  it.each([-0.01, 1.1e15, Number.NaN, Number.POSITIVE_INFINITY])("refuses an amount of %s", (amount) => {
    expect(() => assertThreshold({ amountThreshold: amount, discountPercentageThreshold: null })).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", field: "amountThreshold" }),
    );
  });

  it.each([-1, 100.5, Number.NaN])("refuses a discount of %s percent", (percentage) => {
    expect(() => assertThreshold({ amountThreshold: null, discountPercentageThreshold: percentage })).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", field: "discountPercentageThreshold" }),
    );
  });
});

describe("the kinds of order", () => {
  it("are the specification's; all but invoices can be submitted [AE-THRESH-01]", () => {
    expect(APPROVAL_THRESHOLD_KINDS.map((kind) => [kind, taskKindOfOrder(kind)])).toEqual([
      ["SalesQuotation", "SalesQuotation"],
      ["SalesOrder", "SalesOrder"],
      ["SalesInvoice", undefined],
      ["PurchaseRequisition", "PurchaseRequisition"],
      ["PurchaseOrder", "PurchaseOrder"],
      ["PurchaseInvoice", undefined],
    ]);
  });
});

describe("an approval", () => {
  it.each<[string, Order, boolean]>([
    ["the same", percent(5), true],
    ["less", { ...percent(4), totalAmount: 999 }, true],
    ["a greater amount", { ...percent(5), totalAmount: 1000.01 }, false],
    ["a greater discount", percent(5.1), false],
    ["a discount by amount instead", { ...order, discount: { valueType: "AMOUNT", value: 500 } }, true],
  ])("of an order is one of %s: %# [SAFE-1] [SAFE-6]", (_what, asked, expected) => {
    expect(covers(percent(5), asked)).toBe(expected);
  });

  it.each([
    ["EUR", "EUR", true],
    ["EUR", "USD", false],
    ["EUR", undefined, true],
    [undefined, "USD", true],
  ])("of an order in %s covers one in %s: %s [SAFE-1]", (approved, asked, expected) => {
    expect(covers({ ...percent(5), currency: approved }, { ...percent(5), currency: asked })).toBe(expected);
  });
});

describe("the total of invoices", () => {
  it.each([
    [[0.1, 0.2], 0.3],
    [[9_999_999_999.3, 0.4], 9_999_999_999.7],
    [[1e12, 1e12, -0.5], 1_999_999_999_999.5],
    [[0.000_000_4, 1], 1],
    [[], 0],
  ])("%j is exactly %d [SAFE-6]", (amounts, total) => {
    expect(totalOf(amounts)).toBe(total);
  });
});
