import { describe, expect, it } from "vitest";

import { approvalDocument } from "./document.ts";
import { amountFact, mainAmount, textFacts } from "./facts.ts";
import { parseContract } from "./parse.ts";

const TOTAL = { key: "total", label: "Total", amount: 18_500.5 };

describe("an amount", () => {
  it("is the document's own in a currency, and a number without one [DOC-2]", () => {
    expect(mainAmount(TOTAL, "EUR")).toEqual({ amount: "18500.5", currency: "EUR", facts: [] });
    const number = { key: "total", label: "Total", type: "NUMBER", value: "18500.5" };
    expect(mainAmount(TOTAL, undefined)).toEqual({ facts: [number] });
  });

  it("is a fact of money in a currency, and a number without one [DOC-2]", () => {
    const value = { amount: "18500.5", currency: "EUR" };
    expect(amountFact(TOTAL, "EUR")).toEqual({ key: "total", label: "Total", type: "MONEY", value });
    expect(amountFact(TOTAL, undefined)).toMatchObject({ type: "NUMBER", value: "18500.5" });
  });

  it("given as text keeps its digits, and becomes a text fact when it has too many [DOC-2]", () => {
    const exact = { ...TOTAL, amount: "1200.500001" };
    expect(mainAmount(exact, "EUR")).toEqual({ amount: "1200.500001", currency: "EUR", facts: [] });
    const long = { ...TOTAL, amount: "1123456789011.623456" };
    const text = { key: "total", label: "Total", type: "TEXT", value: "1123456789011.623456" };
    expect(amountFact(long, "EUR")).toEqual(text);
    expect(mainAmount(long, "EUR")).toEqual({ facts: [text] });
  });
});

describe("words", () => {
  it("are no fact if there are none", () => {
    expect(textFacts("reason", "Reason", undefined)).toEqual([]);
    expect(textFacts("reason", "Reason", "")).toEqual([]);
    expect(textFacts("reason", "Reason", "Sailing\nagain")).toMatchObject([{ value: "Sailing\nagain" }]);
  });

  it.each([
    ["are cut to what a fact can hold", "x".repeat(501), `${"x".repeat(499)}…`],
    ["are cut between two characters", `${"x".repeat(498)}😀😀`, `${"x".repeat(498)}…`],
    ["have no half characters, which no store keeps", "a\uD800b", "a\uFFFDb"],
    ["keep all of 500 characters", "x".repeat(500), "x".repeat(500)],
  ])("%s", (_title, text, value) => {
    const facts = textFacts("reason", "Reason", text);
    expect(facts).toEqual([{ key: "reason", label: "Reason", type: "TEXT", value }]);
    expect(parseContract(approvalDocument, { facts })).toEqual({ facts });
  });
});
