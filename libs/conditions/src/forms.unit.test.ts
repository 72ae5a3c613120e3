import type { ConditionInput, FactDeclaration } from "@countersign/domain/routing";
import { render } from "@countersign/texts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createConditions } from "./index.ts";

const conditions = createConditions(["Claim", "Nda"]);
const FACTS: FactDeclaration[] = [
  { key: "from", type: "DATE" },
  { key: "at", type: "DATETIME" },
  { key: "until", type: "DATETIME" },
  { key: "lead", type: "PERSON" },
  { key: "site", type: "TEXT" },
  { key: "offer", type: "LINK" },
  { key: "budget", type: "MONEY" },
];
const english = (when: string): string | undefined => {
  const fault = conditions.faultOf(when, FACTS);
  return fault && render(fault);
};

const ID = "6651f0c2a4b8d93e7f012345";
/** Names of texts, with literals that they may be compared with, and literals that they never are. */
const TEXTS: readonly [name: string, fine: string[], wrong: string[], form: string][] = [
  [
    "document.facts.from",
    ["2027-01-01", "2024-02-29"],
    ["2027-1-1", "2027-02-30", "01.01.2027", "2027-01-01T00:00:00Z", "2027", ""],
    'YYYY-MM-DD, such as "2027-01-31"',
  ],
  [
    "document.facts.at",
    ["2027-01-01T12:00:00Z", "2027-01-01T12:00:00.5+02:00", "2027-01-01T12:00Z"],
    ["2027-01-01", "2027-01-01T12:00:00", "2027-01-01 12:00:00Z", "2027-13-01T12:00:00Z", "noon"],
    'an RFC 3339 date-time, such as "2027-01-31T12:00:00Z"',
  ],
  ["document.facts.lead", [ID], ["ann@example.com", ID.toUpperCase(), ID.slice(1), "Ann"], "24 hexadecimal"],
  ["submitter.id", [ID], ["ann@example.com", `${ID}0`], "24 hexadecimal"],
  ["submitter.departmentId", [ID], ["Sales", ""], "24 hexadecimal"],
  ["kind", ["Claim", "Nda"], ["claim", "Clam", "EUR", ""], 'a kind of documents, such as "Claim"'],
  ["document.currency", ["EUR", "JPY"], ["eur", "EURO", "XQQ", "€"], 'in capitals, such as "EUR"'],
  ["document.facts.budget.currency", ["EUR"], ["usd"], 'in capitals, such as "EUR"'],
  ["document.facts.site", ["Café", "a b", ""], ["Cafe\u0301", " Berlin", "Berlin\u00A0"], "a text in NFC"],
  ["document.title", ["Cafe\u0301", " anything"], [], ""],
  ["document.facts.offer", ["https://example.com"], [], ""],
];

/** Every way to compare two texts. */
const COMPARISONS: readonly ((name: string, literal: string) => string)[] = [
  ...["==", "!=", "<", "<=", ">", ">="].flatMap((operator) => [
    (name: string, literal: string) => `${name} ${operator} ${literal}`,
    (name: string, literal: string) => `${literal} ${operator} (${name})`,
  ]),
  (name, literal) => `${name} in [${literal}]`,
  (name, literal) => `${literal} in [document.title, ${name}]`,
  (name, literal) => `!(${name} in [${name}, ${literal}])`,
  (name, literal) => `(true ? ${name} : ${name}) == ${literal}`,
  (name, literal) => `${name} == (true ? ${literal} : ${name})`,
];

const CASES: (readonly [when: string, form: string | undefined])[] = [];
for (const [name, fine, wrong, form] of TEXTS) {
  for (const compare of COMPARISONS) {
    for (const text of fine) CASES.push([compare(name, JSON.stringify(text)), undefined]);
    for (const text of wrong) CASES.push([compare(name, JSON.stringify(text)), form]);
  }
}

describe("a literal beside a text that has a form", () => {
  it.each(CASES)("%s: expected %s [MEET-15]", (when, form) => {
    const fault = english(when);
    if (form === undefined) expect(fault).toBeUndefined();
    else expect(fault).toContain(form);
  });

  it("is named in the refusal, with what it is compared with [MEET-15]", () => {
    expect(english('document.facts.from > "2027-1-1"')).toBe(
      '"2027-1-1" is no date as document.facts.from is; expected a date as YYYY-MM-DD, such as "2027-01-31"',
    );
  });

  it.each([
    ["document.facts.from < document.facts.at", "date"],
    ["document.facts.at == document.facts.site", "date-time"],
    ["kind == document.currency", "is no"],
    ["document.facts.lead == document.facts.from", "is no"],
    ["kind in [submitter.id]", "is no"],
  ])("and so are two names that are never alike: %s [MEET-15]", (when, words) => {
    expect(english(when)).toContain(words);
  });

  it.each([
    "document.facts.lead == submitter.id",
    "document.facts.site == submitter.departmentId",
    "document.currency == document.facts.budget.currency",
    "document.facts.at < document.facts.until",
    "document.facts.site != document.title",
    'document.facts.from.startsWith("2027-0")',
  ])("while those that may be are compared: %s [MEET-15]", (when) => {
    expect(english(when)).toBeUndefined();
  });
});

const input = (at: string, until?: string): ConditionInput => ({
  kind: "Nda",
  submitter: { id: ID },
  document: { facts: new Map([["at", at], ...(until === undefined ? [] : [["until", until] as const])]) },
});

const outcomeOf = (when: string, ...texts: [string, string?]) =>
  conditions.evaluate(when, FACTS, input(...texts)).outcome;

describe("date-times", () => {
  it.each<[string, string, boolean]>([
    ["2027-01-01T01:00:00+02:00", 'document.facts.at < "2027-01-01T00:00:00Z"', true],
    ["2027-01-01T01:00:00+02:00", 'document.facts.at == "2026-12-31T23:00:00Z"', true],
    ["2027-01-01T01:00:00+02:00", '"2026-12-31T23:00Z" in [document.facts.at]', true],
    ["2027-01-01T00:00:00.000Z", 'document.facts.at != "2027-01-01T00:00:00Z"', false],
    ["2027-01-01T00:00:00.1Z", 'document.facts.at > "2027-01-01T00:00:00.09Z"', true],
    [
      "2027-01-01T00:00:00Z",
      '(document.facts.at) >= (true ? "2027-01-01T00:00:00+01:00" : "2028-01-01T00:00Z")',
      true,
    ],
    ["2027-01-01T01:00:00+02:00", 'document.facts.at.startsWith("2027-01-01T01")', true],
  ])("%s is compared as an instant in %s [MEET-15]", (at, when, outcome) => {
    expect(outcomeOf(when, at)).toBe(outcome);
  });

  it("are ordered as their instants are, whatever their offsets [MEET-15]", () => {
    const drawn = fc
      .tuple(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -23, max: 23 }))
      .map(([ms, hours]) => {
        const offset = `${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;
        const shown = new Date(ms + hours * 3_600_000).toISOString().slice(0, -1) + offset;
        return { ms, shown };
      });
    let compared = 0;
    fc.assert(
      fc.property(drawn, drawn, (one, other) => {
        for (const operator of ["<", "<=", ">", ">="] as const) {
          const difference = one.ms - other.ms;
          const isMet = {
            "<": difference < 0,
            "<=": difference <= 0,
            ">": difference > 0,
            ">=": difference >= 0,
          };
          const of = (when: string) => outcomeOf(when, one.shown, other.shown);
          expect(of(`document.facts.at ${operator} document.facts.until`)).toBe(isMet[operator]);
          expect(of(`document.facts.at ${operator} "${other.shown}"`)).toBe(isMet[operator]);
          compared += 1;
        }
      }),
      { numRuns: 200 },
    );
    expect(compared).toBe(800);
  });

  it("that are missing are named as the condition names them, and shown as they were sent [MEET-15]", () => {
    const when = 'document.facts.until > "2027-01-01T00:00:00Z"';
    const { outcome, error, values } = conditions.evaluate(when, FACTS, input("2027-01-01T00:00:00+02:00"));
    expect(outcome).toBe("ERROR");
    expect(error && render(error)).toBe("document.facts.until is missing");
    expect(values).toEqual({ "document.facts.until": null });
    const read = conditions.evaluate(when.replace("until", "at"), FACTS, input("2027-01-01T00:00:00+02:00"));
    expect(read).toEqual({ outcome: false, values: { "document.facts.at": "2027-01-01T00:00:00+02:00" } });
  });
});

describe("an amount that is compared", () => {
  it.each<[string, string[]]>([
    ["document.amount > 1000.0", ["document.amount > 1000.0"]],
    ["1000.0 <= document.amount", ["1000.0 <= document.amount"]],
    ['amountIn("EUR") >= 5', ['amountIn("EUR") >= 5']],
    ['document.facts.budget.amountIn("EUR") > 5', ['document.facts.budget.amountIn("EUR") > 5']],
    ["!(document.amount <= 1000.0)", ["document.amount <= 1000.0"]],
    ["document.amount > 1000.0 || document.amount < -500.0", ["document.amount > 1000.0"]],
    ['amountIn("EUR") > 5 || document.amount < -5', ['amountIn("EUR") > 5']],
    ["document.amount > 1000.0 || document.amount < -1000.0", []],
    ["document.amount >= 1000 || -1000.0 >= document.amount", []],
    ['amountIn("EUR") > 5 || amountIn( "EUR" ) <= -5.0', []],
    ["document.amount < 1000.0", []],
    ["document.amount == 1000.0 && has(document.amount)", []],
    ["document.amount >", []],
  ])("above a limit alone is found: %s [MEET-8]", (when, found) => {
    expect(conditions.amountsAbove(when, FACTS)).toEqual(found);
  });
});
