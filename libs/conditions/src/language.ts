import { Environment, EvaluationError, type ParseResult } from "@marcbachmann/cel-js";

import { LIMITS } from "./limits.ts";

/** The parts of the library that the hooks of a macro take. */
interface Hooks {
  args: [unknown];
}
interface Checker {
  getType(name: "double"): unknown;
}
interface Evaluator {
  run(node: unknown, context: Context): string;
}
interface Context {
  getValue(name: "document"): AmountOf;
}

/** A document, or a fact of type MONEY. */
interface AmountOf {
  amount?: number;
  currency?: string;
}

/** Code of the error of `amountIn` where there is no amount, or one in another currency. */
export const NO_SUCH_AMOUNT = "no_such_amount";

function amountIn({ amount, currency }: AmountOf, expected: string): number {
  if (amount !== undefined && currency === expected) return amount;
  throw new EvaluationError({ code: NO_SUCH_AMOUNT, message: `no amount in ${expected}` });
}

/** `amountIn("EUR")` reads the document without naming it: only a macro sees what a condition is evaluated with. */
const ofTheDocument = ({ args: [currency] }: Hooks) => ({
  async: false,
  typeCheck: (checker: Checker) => checker.getType("double"),
  evaluate: (evaluator: Evaluator, _macro: unknown, context: Context) =>
    amountIn(context.getValue("document"), evaluator.run(currency, context)),
});

/**
 * CEL with the names of a document. The limit of depth is the library's, which counts brackets too; that of nodes is ours,
 * so that each has its own fault. The others cannot be reached within {@link LIMITS.characters}.
 */
const language = new Environment({
  // The fields of documents have no static type here: `[kind, document.title]` would not be of one type.
  homogeneousAggregateLiterals: false,
  limits: {
    maxDepth: LIMITS.depth,
    maxAstNodes: 2 * LIMITS.characters,
    maxCallArguments: LIMITS.characters,
    maxListElements: LIMITS.characters,
    maxMapEntries: LIMITS.characters,
  },
})
  .registerVariable("document", "map")
  .registerVariable("kind", "string")
  .registerVariable("submitter", "map")
  .registerOperator("double == int", (left: number, right: bigint) => left === Number(right))
  .registerFunction("map.amountIn(string): double", amountIn)
  .registerFunction("amountIn(ast): double", ofTheDocument);

/** @throws ParseError */
export function parse(when: string): ParseResult {
  return language.parse(when);
}
