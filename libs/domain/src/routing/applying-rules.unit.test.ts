import { describe, expect, it } from "vitest";

import { NEEDS, contentOf, testConditions } from "../../test/conditional-runs.ts";
import type { DocumentContent } from "../approval/types.ts";
import { type RuleCondition, applyingRules } from "./applying-rules.ts";

const always: RuleCondition = { amountAbove: null, currency: null, when: null };
const above = (amountAbove: string, currency: string | null = null) => ({ ...always, amountAbove, currency });
const legal = { ...always, when: "says legal", facts: [NEEDS] };
const euros = (amount: string) => ({ byOwner: true, amount, currency: "EUR", facts: [] });

const chosen = <R extends RuleCondition>(rules: readonly R[], content?: DocumentContent) =>
  applyingRules(rules, { kind: "Contract", submitter: { id: "ann" }, content }, testConditions);
const applies = (rule: RuleCondition, content?: DocumentContent) => chosen([rule], content).length > 0;

describe("a rule of documents", () => {
  it.each<[string, RuleCondition, DocumentContent | undefined, boolean]>([
    ["without a condition, to every document", always, euros("1"), true],
    ["above its amount", above("1000"), euros("1000.01"), true],
    ["not at its amount", above("1000"), euros("1000.00"), false],
    ["above its amount by its size, as a credit", above("1000"), euros("-900000"), true],
    ["not at its amount by its size", above("1000"), euros("-1000"), false],
    ["not below its amount, by digits", above("999999999999.5"), euros("999999999999.4"), false],
    ["in its currency", above("1000", "EUR"), euros("2000"), true],
    ["never in another currency", above("1000", "USD"), euros("2000"), false],
    ["never in another currency, without an amount", { ...always, currency: "USD" }, euros("1"), false],
    ["to a document without an amount", above("1000", "USD"), contentOf(), true],
    ["where its condition is true", legal, contentOf(1, "legal"), true],
    ["not where its condition is false", legal, contentOf(1, "hr"), false],
    ["where its condition lacks a fact", legal, contentOf(1), true],
    ["not where only its amount is met", { ...legal, amountAbove: "10" }, contentOf(20, "hr"), false],
    ["not where only its condition is met", { ...legal, amountAbove: "10" }, contentOf(5, "legal"), false],
    ["to whatever a person describes", above("1000", "USD"), { ...euros("1"), byOwner: false }, true],
    [
      "whatever its condition says of what a person describes",
      legal,
      { ...contentOf(1, "hr"), byOwner: false },
      true,
    ],
    ["to a document that nobody describes", above("1000"), undefined, true],
  ])("applies %s [CON-17] [MEET-8]", (_case, rule, content, expected) => {
    expect(applies(rule, content)).toBe(expected);
  });

  it("is the first that applies, in the given order [CON-17]", () => {
    const rules = [
      { ...above("1000"), id: "board" },
      { ...legal, id: "legal" },
      { ...always, id: "otherwise" },
    ];
    const chosenIds = (content?: DocumentContent, among = rules) =>
      chosen(among, content).map(({ id }) => id);
    expect(chosenIds(contentOf(2_000, "legal"))).toEqual(["board"]);
    expect(chosenIds(contentOf(10, "legal"))).toEqual(["legal"]);
    expect(chosenIds(contentOf(10, "hr"))).toEqual(["otherwise"]);
    expect(chosenIds(contentOf(10, "hr"), rules.slice(0, 2))).toEqual([]);
  });

  it("are all of them where nobody vouches for what the document says [MEET-2]", () => {
    const rules = [
      { ...legal, id: "legal" },
      { ...always, id: "otherwise" },
      { ...above("1000"), id: "board" },
    ];
    for (const content of [{ ...contentOf(10, "legal"), byOwner: false }, undefined]) {
      expect(chosen(rules, content).map(({ id }) => id)).toEqual(["legal", "otherwise", "board"]);
    }
  });
});
