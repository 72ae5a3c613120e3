import type { ConditionInput, FactDeclaration } from "@countersign/domain/routing";
import { render } from "@countersign/texts";
import { describe, expect, it } from "vitest";

import { createConditions } from "./index.ts";

const conditions = createConditions();

const FACTS: FactDeclaration[] = [
  { key: "costCentre", type: "TEXT" },
  { key: "discount", type: "NUMBER" },
  { key: "budget", type: "MONEY" },
  { key: "from", type: "DATE" },
  { key: "at", type: "DATETIME" },
  { key: "urgent", type: "BOOLEAN" },
  { key: "lead", type: "PERSON" },
  { key: "offer", type: "LINK" },
  { key: "constructor", type: "TEXT" },
];

const ORDER: ConditionInput = {
  kind: "PurchaseOrder",
  submitter: { id: "aaaaaaaaaaaaaaaaaaaaaaa1", departmentId: "bbbbbbbbbbbbbbbbbbbbbbb1" },
  document: {
    title: "Laptops",
    amount: "18500",
    currency: "EUR",
    facts: new Map<string, string | boolean | { amount: string; currency: string }>([
      ["costCentre", "4711"],
      ["discount", "12.5"],
      ["budget", { amount: "20000.00", currency: "EUR" }],
      ["from", "2026-12-24"],
      ["at", "2026-12-24T12:00:00Z"],
      ["urgent", true],
      ["lead", "aaaaaaaaaaaaaaaaaaaaaaa2"],
      ["offer", "https://example.com/offer"],
    ]),
  },
};

const BARE: ConditionInput = { kind: "Nda", submitter: { id: "a" }, document: { facts: new Map() } };

const amounting = (amount: string): ConditionInput => ({
  ...ORDER,
  document: { ...ORDER.document, amount },
});

describe("a condition", () => {
  it.each<[string, boolean]>([
    ["true", true],
    ["false", false],
    ['kind == "PurchaseOrder"', true],
    ['kind != "PurchaseOrder"', false],
    ['kind in ["Nda", "PurchaseOrder"]', true],
    ["kind in []", false],
    ['document.currency in [document.title, "EUR"]', true],
    ['document.title == r"Laptops"', true],
    ['document.title.startsWith("Lap")', true],
    ['document.title.endsWith("Lap")', false],
    ['document.title.contains("apt")', true],
    ["size(document.title) == 7", true],
    ["document.title.size() > 7", false],
    ['size(["a", "b"]) == 2', true],
    ["size(document.title) == 7.0", true],
    ["document.amount > 10000", true],
    ["document.amount > 10000.0", true],
    ["document.amount == 18500", true],
    ["18500 == document.amount", true],
    ["document.amount != 18500", false],
    ["document.amount < -1.5", false],
    ["document.amount >= 1.85e4", true],
    ['amountIn("EUR") > 10000', true],
    ['document.amountIn("EUR") <= 18500', true],
    ['document.facts.budget.amountIn("EUR") == 20000', true],
    ['amountIn("EUR") > document.facts.budget.amountIn("EUR")', false],
    ['document.facts.budget.currency == "EUR" && document.facts.budget.amount < 20000.01', true],
    ['document.facts.costCentre == "4711"', true],
    ["document.facts.discount >= 12.5", true],
    ['document.facts.from < "2027-01-01"', true],
    ['document.facts.at > "2026-12-24T13:00:00Z"', false],
    ["document.facts.urgent", true],
    ["document.facts.urgent == false", false],
    ['document.facts.lead == "aaaaaaaaaaaaaaaaaaaaaaa2"', true],
    ['document.facts.offer.startsWith("https://example.com/")', true],
    ['submitter.id.startsWith("a") && submitter.departmentId.size() > 0', true],
    ['has(document.facts.constructor) || kind == "Nda"', false],
    ["has(document.amount) && has(document.facts.budget) && has(document.facts.budget.amount)", true],
    ["!has(document.title) || !document.facts.urgent", false],
    ["document.facts.urgent ? document.amount > 20000 : document.amount > 1000", false],
    ['(document.facts.urgent ? "a" : "b") == "a"', true],
    ["document.facts.urgent // a remark", true],
  ])("may be %s [ROUTE-3]", (when, outcome) => {
    expect(conditions.faultOf(when, FACTS)).toBeUndefined();
    expect(conditions.evaluate(when, FACTS, ORDER)).toEqual({ outcome, values: expect.any(Object) });
  });

  it("gives the values that it names, as the document sends them, a missing one as null [ROUTE-3]", () => {
    const when = `kind == "Nda" || has(document.facts.constructor) || amountIn("EUR") > 10000
      && document.facts.budget.amountIn("EUR") > 0 && document.facts.costCentre == "4711"`;
    expect(conditions.evaluate(when, FACTS, ORDER)).toEqual({
      outcome: true,
      values: {
        kind: "PurchaseOrder",
        "document.facts.constructor": null,
        "document.amount": "18500",
        "document.currency": "EUR",
        "document.facts.budget": { amount: "20000.00", currency: "EUR" },
        "document.facts.costCentre": "4711",
      },
    });
  });

  it.each<[string, string, boolean]>([
    ["10000", "document.amount > 10000", false],
    ["10000.000001", "document.amount > 10000", true],
    ["9999.999999", "document.amount < 10000.0", true],
    ["10000.000000", "document.amount == 10000", true],
    ["999999999.999999", "document.amount < 1000000000", true],
    ["999999999.999999", "document.amount > 999999999.999998", true],
    ["999999999999999", "document.amount > 999999999999998", true],
    ["0.1", "document.amount == 0.1", true],
    ["-0.000001", "document.amount < 0", true],
  ])("compares the amount %s exactly with %s [ROUTE-3]", (amount, when, outcome) => {
    expect(conditions.evaluate(when, [], amounting(amount)).outcome).toBe(outcome);
  });
});

describe("a condition without an outcome", () => {
  it.each<[string, ConditionInput, string]>([
    ["document.amount > 1", BARE, "document.amount is missing"],
    ['document.title == "A"', BARE, "document.title is missing"],
    ['submitter.departmentId == "aaaaaaaaaaaaaaaaaaaaaaa1"', BARE, "submitter.departmentId is missing"],
    ['document.facts.costCentre == "4711"', BARE, "document.facts.costCentre is missing"],
    ['document.facts.constructor == "A"', BARE, "document.facts.constructor is missing"],
    ["has(document.facts.budget.amount)", BARE, "document.facts.budget is missing"],
    ['amountIn("EUR") > 1', BARE, "document.amount is missing"],
    ['document.amountIn("EUR") > 1', BARE, "document.amount is missing"],
    ['amountIn("USD") > 1', ORDER, "document.amount is in EUR"],
    ['document.amountIn("USD") > 1', ORDER, "document.amount is in EUR"],
    ['document.facts.budget.amountIn("USD") > 1', ORDER, "document.facts.budget.amount is in EUR"],
    ['document.facts.budget.amountIn("EUR") > 1', BARE, "document.facts.budget is missing"],
    ['kind == "A" || document.facts.urgent', BARE, "document.facts.urgent is missing"],
    ['document.facts.urgent && kind == "Nda"', BARE, "document.facts.urgent is missing"],
  ])("%s of %o says why [ROUTE-3]", (when, input, reason) => {
    const { outcome, error } = conditions.evaluate(when, FACTS, input);
    expect(outcome).toBe("ERROR");
    expect(error && render(error)).toBe(reason);
  });

  it.each<[string, boolean]>([
    ['has(document.facts.costCentre) && document.facts.costCentre == "4711"', false],
    ["has(document.facts.urgent) ? document.facts.urgent : true", true],
    ['document.facts.urgent || kind == "Nda"', true],
    ['document.facts.urgent && kind == "A"', false],
  ])("has one where the missing fact does not matter: %s [ROUTE-3]", (when, outcome) => {
    expect(conditions.evaluate(when, FACTS, BARE).outcome).toBe(outcome);
  });

  it.each<[FactDeclaration["type"], string | boolean]>([
    ["NUMBER", "many"],
    ["NUMBER", true],
    ["MONEY", "20"],
    ["BOOLEAN", "true"],
    ["TEXT", false],
  ])("names a fact of another type than %s: %j [ROUTE-3]", (type, value) => {
    const input = { ...BARE, document: { facts: new Map([["other", value]]) } };
    const result = conditions.evaluate("has(document.facts.other)", [{ key: "other", type }], input);
    expect(result).toMatchObject({ outcome: "ERROR", values: { "document.facts.other": value } });
    expect(result.error && render(result.error)).toBe(
      `document.facts.other is not of the declared type ${type}`,
    );
  });
});

const FUNCTIONS = "has, size, startsWith, endsWith, contains or amountIn";
const ALLOWED = `expected names, texts, numbers, true, false, lists of texts, comparisons, in, &&, ||, !, ?: and the functions ${FUNCTIONS}`;
const FORM = "expected a form such as document.amount > 10000.0";
const ROOTS = "expected document, kind or submitter";

describe("a condition is refused with the right form", () => {
  it.each<[string, string]>([
    ["", `The condition ends too early, at character 1; ${FORM}`],
    ["document.amount >", `The condition ends too early, at character 18; ${FORM}`],
    ["document.amount => 5", `The condition cannot be read at character 17, before "=> 5"; ${FORM}`],
    ['kind == "A" and true', `The condition cannot be read at character 13, before "and true"; ${FORM}`],
    ['kind = "A"', `The condition cannot be read at character 6, before "= "A""; ${FORM}`],
    ['kind == "A', `The condition cannot be read at character 9, before ""A"; ${FORM}`],
    ["document.amount > 10.000,5", `The condition cannot be read at character 25, before ",5"; ${FORM}`],
    ["if == 1", `The condition cannot be read at character 1, before "if == 1"; ${FORM}`],
    ["document.?title == 1", `The condition cannot be read at character 10, before "?title == 1"; ${FORM}`],
  ])("syntax: %s [ROUTE-3]", (when, fault) => {
    expect(english(when)).toBe(fault);
  });

  it.each<[string, string]>([
    ["amount > 5", `amount is not known; ${ROOTS}`],
    ["facts.costCentre == 1", `facts is not known; ${ROOTS}`],
    [
      "document.total > 5",
      "document.total is not known; expected document.title, document.amount, document.currency or document.facts",
    ],
    ["submitter.name == 1", "submitter.name is not known; expected submitter.id or submitter.departmentId"],
    [
      "document.facts.budget.total == 1",
      "document.facts.budget.total is not known; expected document.facts.budget.amount or document.facts.budget.currency",
    ],
    [
      'document.facts.costCenter == "1"',
      "document.facts.costCenter is not known; the facts that this version declares are costCentre, discount, budget, from, at, urgent, lead, offer or constructor",
    ],
    [
      "has(document.facts.toString)",
      "document.facts.toString is not known; the facts that this version declares are costCentre, discount, budget, from, at, urgent, lead, offer or constructor",
    ],
    ["document.amount.value > 1", "document.amount is of type double, which has no field value"],
    [
      "document.__proto__ == 1",
      "document.__proto__ is not known; expected document.title, document.amount, document.currency or document.facts",
    ],
  ])("names: %s [ROUTE-3]", (when, fault) => {
    expect(english(when)).toBe(fault);
  });

  it("facts, where the version declares none [ROUTE-3]", () => {
    expect(english("document.facts.urgent", [])).toBe(
      "document.facts.urgent is not known: this version declares no facts",
    );
  });

  it.each<[string, string]>([
    ["kind", "kind is of type string; expected bool"],
    ["document", "document is of type document; expected bool"],
    ["!document.title", "document.title is of type string; expected bool"],
    ["document.amount && true", "document.amount is of type double; expected bool"],
    ["true || 1", "1 is of type int; expected bool"],
    ["1 in [1, 2]", "1 is of type int; expected string"],
    ['"A" in ["A", 1]', "1 is of type int; expected string"],
    ['"A" in document.title', "document.title is of type string; expected list"],
    ['"A" in document.facts', "document.facts is of type facts; expected list"],
    ['document.amount.startsWith("1")', "document.amount is of type double; expected string"],
    ["kind.contains(1)", "1 is of type int; expected string"],
    ["size(document.amount) > 1", "document.amount is of type double; expected string or list"],
    ["kind ? true : false", "kind is of type string; expected bool"],
    [
      "(true ? 1 : 1.0) == 1",
      "true ? 1 : 1.0 gives int or double; expected both of the same type: bool, string, double or int",
    ],
    [
      "(true ? document : document) == 1",
      "true ? document : document gives document or document; expected both of the same type: bool, string, double or int",
    ],
    [
      'document.amount > "10000"',
      'document.amount > "10000" compares double with string; expected two numbers (double, int), two texts (string), or with == and != two of type bool',
    ],
    [
      "true > false",
      "true > false compares bool with bool; expected two numbers (double, int), two texts (string), or with == and != two of type bool",
    ],
    [
      "document.facts.budget > 10000",
      'document.facts.budget is an amount with its currency; expected document.facts.budget.amountIn("EUR")',
    ],
    [
      "1 == document.facts.budget",
      'document.facts.budget is an amount with its currency; expected document.facts.budget.amountIn("EUR")',
    ],
  ])("types: %s [ROUTE-3]", (when, fault) => {
    expect(english(when)).toBe(fault);
  });

  it.each<[string, string]>([
    ["document.amount + 1 > 5", `document.amount + 1 is not allowed; ${ALLOWED}`],
    ["document.amount - 1.0 > 5", `document.amount - 1.0 is not allowed; ${ALLOWED}`],
    ["document.amount * 2 > 5", `document.amount * 2 is not allowed; ${ALLOWED}`],
    ["document.amount / 2 > 5", `document.amount / 2 is not allowed; ${ALLOWED}`],
    ["7 % 2 == 1", `7 % 2 is not allowed; ${ALLOWED}`],
    ["-document.amount > 5", `-document.amount is not allowed; ${ALLOWED}`],
    ["--5 == 5", `--5 is not allowed; ${ALLOWED}`],
    ['"a" + "b" == "ab"', `"a" + "b" is not allowed; ${ALLOWED}`],
    ['document["title"] == "A"', `document["title"] is not allowed; ${ALLOWED}`],
    ['{"a": true}["a"]', `{"a": true}["a"] is not allowed; ${ALLOWED}`],
    ["document.title == null", `null is not allowed; ${ALLOWED}`],
    ["document.amount > 5u", `5u is not allowed; ${ALLOWED}`],
    ['b"A" == b"A"', `b"A" is not allowed; ${ALLOWED}`],
    [
      'kind.matches("A.*")',
      `kind.matches("A.*"): matches is not allowed; expected one of the functions ${FUNCTIONS}`,
    ],
    [
      'kind.lowerAscii() == "a"',
      `kind.lowerAscii(): lowerAscii is not allowed; expected one of the functions ${FUNCTIONS}`,
    ],
    [
      '["a"].exists(x, x == "a")',
      `["a"].exists(x, x == "a"): exists is not allowed; expected one of the functions ${FUNCTIONS}`,
    ],
    [
      '["a"].all(x, true)',
      `["a"].all(x, true): all is not allowed; expected one of the functions ${FUNCTIONS}`,
    ],
    [
      "cel.bind(x, true, x)",
      `cel.bind(x, true, x): bind is not allowed; expected one of the functions ${FUNCTIONS}`,
    ],
    [
      '["a"].map(1, 2) == []',
      `A condition has no macros but has; expected one of the functions ${FUNCTIONS}`,
    ],
    ['dyn("a") == 1', `dyn("a"): dyn is not allowed; expected one of the functions ${FUNCTIONS}`],
    [
      "timestamp(document.facts.from) == 1",
      `timestamp(document.facts.from): timestamp is not allowed; expected one of the functions ${FUNCTIONS}`,
    ],
  ])("operators and functions: %s [ROUTE-3]", (when, fault) => {
    expect(english(when)).toBe(fault);
  });

  it.each<[string, string]>([
    ["has(kind)", "has(kind) is not allowed; expected a form such as has(document.amount)"],
    [
      "has(document.facts)",
      "has(document.facts) is not allowed; expected a form such as has(document.amount)",
    ],
    [
      "has(has(document.title))",
      "has(has(document.title)) is not allowed; expected a form such as has(document.amount)",
    ],
    ["has()", "has() is not allowed; expected a form such as has(document.amount)"],
    ["size() == 1", "size() is not allowed; expected a form such as size(document.title)"],
    ["kind.size(1) == 1", "kind.size(1) is not allowed; expected a form such as size(document.title)"],
    [
      'kind.startsWith("A", "B")',
      'kind.startsWith("A", "B") is not allowed; expected a form such as document.title.startsWith("A")',
    ],
    [
      'contains(kind, "A")',
      'contains(kind, "A") is not allowed; expected a form such as document.title.contains("A")',
    ],
    [
      'kind.amountIn("EUR") > 1',
      'kind.amountIn("EUR") is not allowed; expected a form such as amountIn("EUR")',
    ],
    ["amountIn() > 1", 'amountIn() is not allowed; expected a form such as amountIn("EUR")'],
    ['amountIn("EURO") > 1', '"EURO" is not the code of a currency; expected a text such as "EUR"'],
    [
      "amountIn(document.currency) > 1",
      'document.currency is not the code of a currency; expected a text such as "EUR"',
    ],
    [
      "document.amount > 1234567890123456",
      "1234567890123456 is not allowed; expected a number of at most 15 digits, such as 10000.50",
    ],
    [
      "document.amount > 0.1234567890123456",
      "0.1234567890123456 is not allowed; expected a number of at most 15 digits, such as 10000.50",
    ],
  ])("arguments: %s [ROUTE-3]", (when, fault) => {
    expect(english(when)).toBe(fault);
  });

  it("in German too [ROUTE-3, TEXT-1]", () => {
    const fault = conditions.faultOf("document.amount > ", FACTS);
    expect(fault && render(fault, "de")).toBe(
      "Die Bedingung endet am 19. Zeichen zu früh; erwartet wird eine Form wie document.amount > 10000.0",
    );
    const other = conditions.faultOf("amount > 1", FACTS);
    expect(other && render(other, "de")).toBe(
      "amount ist nicht bekannt; erwartet wird document, kind oder submitter",
    );
  });
});

const of = (count: number, joint: string) => Array.from({ length: count }, () => "true").join(joint);

describe("the size of a condition", () => {
  it("is at most 500 characters [ROUTE-3]", () => {
    expect(english(`true${" ".repeat(496)}`)).toBeUndefined();
    expect(english(`true${" ".repeat(497)}`)).toBe("The condition has more than 500 characters");
  });

  it("is at most 100 nodes [ROUTE-3]", () => {
    expect(english(of(50, "||"))).toBeUndefined();
    expect(english(of(51, "||"))).toMatch(/^The condition has more than 100 names, values and operators/u);
    expect(english(`"" in [${Array.from({ length: 97 }, () => '""').join(",")}]`)).toBeUndefined();
    expect(english(`"" in [${Array.from({ length: 98 }, () => '""').join(",")}]`)).toMatch(/more than 100/u);
  });

  it.each<[string, (depth: number) => string]>([
    ["brackets", (depth) => `${"(".repeat(depth - 1)}true${")".repeat(depth - 1)}`],
    ["negations", (depth) => `${"!".repeat(depth - 1)}true`],
    ["comparisons", (depth) => of(depth, "==")],
    ["choices", (depth) => `${"true ? true : ".repeat(depth - 1)}true`],
  ])("is at most 20 %s within each other [ROUTE-3]", (_what, made) => {
    expect(english(made(20))).toBeUndefined();
    expect(english(made(21))).toMatch(/^The condition has more than 20 brackets/u);
  });
});

function english(when: string, facts = FACTS): string | undefined {
  const fault = conditions.faultOf(when, facts);
  return fault && render(fault);
}
