import { assert, constantFrom, property, record } from "fast-check";
import { describe, expect, it } from "vitest";

import { testConditions } from "../../test/conditional-runs.ts";
import { evaluate } from "../inventory/index.ts";
import { applyingRules } from "./applying-rules.ts";
import { type PlacedTerms, isShadowedBy, neverApplies } from "./rule-shadows.ts";

const AMOUNTS = ["0", "100", "400", "99999.5"];
const CURRENCIES = ["EUR", "USD"];
const DISCOUNTS = [0, 10, 20];

const terms = record<PlacedTerms>({
  amountAbove: constantFrom(null, "0", "100", "400"),
  currency: constantFrom(null, ...CURRENCIES),
  discountAbove: constantFrom(null, 0, 10),
  when: constantFrom(null, "says legal"),
});

const DOCUMENTS = [undefined, ...CURRENCIES].flatMap((currency) =>
  [undefined, ...AMOUNTS, "-500"].map((amount) => ({ byOwner: true, amount, currency, facts: [] })),
);
const ORDERS = [undefined, ...CURRENCIES].flatMap((currency) =>
  AMOUNTS.flatMap((amount) =>
    DISCOUNTS.map((value) => ({
      currency,
      totalAmount: Number(amount),
      discount: { valueType: "PERCENTAGE", value },
    })),
  ),
);

function appliesToDocument(rule: PlacedTerms, content: (typeof DOCUMENTS)[number]): boolean {
  const document = { kind: "Contract", submitter: { id: "ann" }, content };
  return applyingRules([rule], document, testConditions).length > 0;
}

function appliesToOrder(
  { amountAbove, discountAbove, currency }: PlacedTerms,
  order: (typeof ORDERS)[number],
): boolean {
  const kind = "SalesOrder" as const;
  const amountThreshold = amountAbove === null ? null : Number(amountAbove);
  const limits = { amountThreshold, discountPercentageThreshold: discountAbove };
  const threshold = { kind, workflowId: "w", ...limits, currency: currency ?? undefined, enabled: true };
  return evaluate({ kind, ...order }, threshold, true).required;
}

describe("a rule that another one shadows", () => {
  it("of documents is for none that the earlier one is not asked about [CON-17]", () => {
    const shadows = property(terms, terms, (later, earlier) => {
      const isCovered = DOCUMENTS.every(
        (content) => !appliesToDocument(later, content) || appliesToDocument(earlier, content),
      );
      expect(isShadowedBy(later, earlier, false)).toBe(earlier.when === null && isCovered);
    });
    assert(shadows, { numRuns: 2_000 });
  });

  it("of orders is the same, unless it never applies at all [CON-17]", () => {
    const ofOrders = terms.map((given) => Object.assign({}, given, { when: null }));
    const shadows = property(ofOrders, ofOrders, (later, earlier) => {
      const isFor = ORDERS.some((order) => appliesToOrder(later, order));
      const isCovered = ORDERS.every(
        (order) => !appliesToOrder(later, order) || appliesToOrder(earlier, order),
      );
      expect(neverApplies(later, true)).toBe(!isFor);
      expect(isShadowedBy(later, earlier, true)).toBe(isFor && isCovered);
    });
    assert(shadows, { numRuns: 2_000 });
  });
});
