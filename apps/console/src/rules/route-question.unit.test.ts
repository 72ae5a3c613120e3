import { describe, expect, it } from "vitest";

import { type Trial, conditionOf, questionOf } from "./route-question.ts";
import { type Rule, type RuleConditions, fieldsIn, fieldsOf, newStage } from "./rule.ts";

const NORA = "5eed00000000000000000101";
const trial: Trial = {
  amount: 12_500,
  currency: "EUR",
  discount: null,
  submitterId: NORA,
  day: "",
  people: {},
  byPerson: false,
};
const rule = (about: Partial<Rule>): Rule => ({
  kind: "PurchaseOrder",
  origin: "RULE",
  stages: [newStage({ by: "manager", levels: 1 })],
  ...about,
});
const LARGE = { amount: { above: 10_000, currency: "EUR" } };

describe("the question who would be asked", () => {
  it.each<[string, RuleConditions, Partial<Trial>, string]>([
    ["an amount in a currency", LARGE, {}, 'document.amountIn("EUR") > 10000'],
    [
      "an amount in any",
      { amount: { above: 0.000_000_1, currency: null } },
      {},
      "document.amount > 0.0000001",
    ],
    ["a discount", { discount: { above: 15 } }, { discount: 20 }, "20 > 15"],
    ["no discount", { discount: { above: 15 } }, {}, "false"],
    [
      "either limit",
      { ...LARGE, discount: { above: 15 } },
      { discount: 5 },
      '(document.amountIn("EUR") > 10000 || 5 > 15)',
    ],
    [
      "an amount without a discount",
      { ...LARGE, discount: { above: 15 } },
      {},
      'document.amountIn("EUR") > 10000',
    ],
    [
      "a condition",
      { ...LARGE, when: " kind == 'Nda' " },
      {},
      "document.amountIn(\"EUR\") > 10000 && (kind == 'Nda')",
    ],
    ["nothing", {}, {}, ""],
  ])("lets the engine judge %s [CON-17] [ROUTE-2]", (_what, conditions, change, expected) => {
    expect(conditionOf(conditions, { ...trial, ...change })).toBe(expected);
  });

  it("asks every stage under the conditions of the rule and of its own [CON-17]", () => {
    const stages = [
      newStage({ by: "manager", levels: 1 }),
      { ...newStage({ by: "head", of: "SUBMITTER" }), when: "document.amount > 5" },
    ];
    const { dynamicStages, document, ...question } = questionOf(
      (id) => id,
      rule({ ...LARGE, stages }),
      trial,
    );
    expect(dynamicStages?.map(({ when }) => when)).toEqual([
      'document.amountIn("EUR") > 10000',
      'document.amountIn("EUR") > 10000 && (document.amount > 5)',
    ]);
    expect(document).toEqual({ amount: "12500", currency: "EUR", facts: [] });
    expect(question).toEqual({ kind: "PurchaseOrder", facts: [], submitterId: NORA, asPerson: false });
  });

  it("asks about a day, and about an invoice as about its order [CON-17]", () => {
    const question = questionOf((id) => id, rule({ kind: "SalesInvoice" }), {
      ...trial,
      amount: null,
      day: "2027-03-01",
      byPerson: true,
    });
    expect(question).toMatchObject({ kind: "SalesOrder", asPerson: true });
    expect(new Date(String(question.at)).getDate()).toBe(1);
    expect(question.document).toEqual({ facts: [] });
  });

  it("names the people in fields that the rule asks, once they are chosen [CON-17]", () => {
    const stages = [newStage({ by: "field", key: " buyer " }), newStage({ by: "head", of: "costCentre" })];
    const of = rule({ stages: [...stages, newStage({ by: "head", of: "SUBMITTER" })] });
    expect(fieldsIn(of.stages)).toEqual(["buyer", "costCentre"]);
    expect(fieldsOf({ ...of, fields: [{ key: " costCentre ", type: "TEXT", required: true }] })).toEqual([
      { key: "costCentre", type: "TEXT", required: true },
      { key: "buyer", type: "PERSON", required: false },
    ]);
    const { document } = questionOf((id) => id, of, { ...trial, people: { buyer: NORA, other: NORA } });
    expect(document?.facts).toEqual([{ key: "buyer", label: "buyer", type: "PERSON", value: NORA }]);
  });
});
