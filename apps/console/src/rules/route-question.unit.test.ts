import { describe, expect, it } from "vitest";

import { type Trial, matchQuestion, routeQuestion } from "./route-question.ts";
import { type Rule, fieldsIn, fieldsOf, newStage } from "./rule.ts";

const NORA = "5eed00000000000000000101";
const trial: Trial = {
  kind: "",
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
  it("has the rule that is written, for the engine to judge [CON-17]", () => {
    const written = { kind: "PurchaseOrder", stages: [] };
    const { document, ...question } = matchQuestion(rule(LARGE), written, { ...trial, discount: 5 });
    expect(document).toEqual({ amount: "12500", currency: "EUR", facts: [] });
    expect(question).toEqual({
      kind: "PurchaseOrder",
      written,
      submitterId: NORA,
      asPerson: false,
      discount: 5,
    });
  });

  it("asks every stage under its own condition [CON-17] [ROUTE-2]", () => {
    const stages = [
      newStage({ by: "manager", levels: 1 }),
      { ...newStage({ by: "head", of: "SUBMITTER" }), when: "document.amount > 5" },
    ];
    const { dynamicStages, document, ...question } = routeQuestion(rule({ ...LARGE, stages }), trial);
    expect(dynamicStages?.map(({ when }) => when)).toEqual([undefined, "document.amount > 5"]);
    expect(document).toEqual({ amount: "12500", currency: "EUR", facts: [] });
    expect(question).toEqual({ kind: "PurchaseOrder", facts: [], submitterId: NORA, asPerson: false });
  });

  it("asks about a day, and about an invoice as about its order [CON-17]", () => {
    const question = routeQuestion(rule({ kind: "SalesInvoice" }), {
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
    const { document } = routeQuestion(of, { ...trial, people: { buyer: NORA, other: NORA } });
    expect(document?.facts).toEqual([{ key: "buyer", label: "buyer", type: "PERSON", value: NORA }]);
  });
});
