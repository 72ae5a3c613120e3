import type { ConditionFactValue, ConditionInput, FactDeclaration } from "@countersign/domain/routing";
import * as fc from "fast-check";

export const FACTS: readonly FactDeclaration[] = [
  { key: "costCentre", type: "TEXT" },
  { key: "discount", type: "NUMBER" },
  { key: "budget", type: "MONEY" },
  { key: "from", type: "DATE" },
  { key: "urgent", type: "BOOLEAN" },
];

const CURRENCIES = ["EUR", "USD", "JPY"];
const TEXTS = ["", "A", "AB", "4711", "Order", "EUR", "2026-12-24", "ä🙂"];
const AMOUNTS = ["0", "1", "-1", "9999.99", "10000", "10000.000001", "0.1", "999999999999999", "4"];

const text = fc.constantFrom(...TEXTS);
const amount = fc.constantFrom(...AMOUNTS);
const currency = fc.constantFrom(...CURRENCIES);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 3 });

/** A document that may lack each of its values. */
export const drawnInput: fc.Arbitrary<ConditionInput> = fc
  .record({
    kind: fc.constantFrom("Order", "Nda"),
    submitter: fc.record({ id: text, departmentId: maybe(text) }),
    title: maybe(text),
    amount: maybe(amount),
    currency: maybe(currency),
    facts: fc.record({
      costCentre: maybe(text),
      discount: maybe(amount),
      budget: maybe(fc.record({ amount, currency })),
      from: maybe(text),
      urgent: maybe(fc.boolean()),
    }),
  })
  .map(({ kind, submitter, facts, ...document }) => {
    const sentFacts = Object.entries(facts).filter(
      (entry): entry is [string, ConditionFactValue] => entry[1] !== undefined,
    );
    return { kind, submitter, document: { ...document, facts: new Map(sentFacts) } };
  });

const literal = text.map((value) => JSON.stringify(value));
const quotedCurrency = currency.map((code) => `"${code}"`);

type Expressions = Record<"bool" | "string" | "number" | "list", string>;

/** Expressions of each type of the subset; brackets around all that could bind otherwise. */
const expressions = fc.letrec<Expressions>((tie) => ({
  bool: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.constantFrom("true", "false", "document.facts.urgent"),
    fc
      .constantFrom(
        "document.title",
        "document.amount",
        "document.currency",
        "submitter.departmentId",
        "document.facts.costCentre",
        "document.facts.discount",
        "document.facts.budget",
        "document.facts.budget.amount",
        "document.facts.from",
        "document.facts.urgent",
      )
      .map((path) => `has(${path})`),
    fc.tuple(tie("bool"), fc.constantFrom("&&", "||", "==", "!="), tie("bool")).map(infix),
    fc.tuple(tie("string"), fc.constantFrom("==", "!=", "<", "<=", ">", ">="), tie("string")).map(infix),
    fc.tuple(tie("number"), fc.constantFrom("==", "!=", "<", "<=", ">", ">="), tie("number")).map(infix),
    fc.tuple(tie("string"), fc.constant("in"), tie("list")).map(infix),
    fc
      .tuple(tie("string"), fc.constantFrom("startsWith", "endsWith", "contains"), tie("string"))
      .map(([of, name, argument]) => `${of}.${name}(${argument})`),
    tie("bool").map((of) => `!${of}`),
    fc.tuple(tie("bool"), tie("bool"), tie("bool")).map(choice),
  ),
  string: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    literal,
    fc.constantFrom(
      "kind",
      "document.title",
      "document.currency",
      "submitter.id",
      "submitter.departmentId",
      "document.facts.costCentre",
      "document.facts.from",
      "document.facts.budget.currency",
    ),
    fc.tuple(tie("bool"), tie("string"), tie("string")).map(choice),
  ),
  number: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    amount,
    fc.constantFrom("document.amount", "document.facts.discount", "document.facts.budget.amount"),
    quotedCurrency.map((code) => `amountIn(${code})`),
    fc
      .tuple(fc.constantFrom("document", "document.facts.budget"), quotedCurrency)
      .map(([of, code]) => `${of}.amountIn(${code})`),
    fc.oneof(tie("string"), tie("list")).map((of) => `size(${of})`),
    tie("string").map((of) => `${of}.size()`),
  ),
  list: fc.array(tie("string"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
}));

/** A condition of the subset; it may be larger than a version may have. */
export const drawnCondition: fc.Arbitrary<string> = expressions.bool;

function infix([left, operator, right]: [string, string, string]): string {
  return `(${left} ${operator} ${right})`;
}

function choice([condition, left, right]: [string, string, string]): string {
  return `(${condition} ? ${left} : ${right})`;
}
