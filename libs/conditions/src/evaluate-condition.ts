import type {
  ConditionFactType,
  ConditionFactValue,
  ConditionInput,
  ConditionResult,
  FactDeclaration,
} from "@countersign/domain/routing";
import { type Text, text } from "@countersign/texts";
import { type ASTNode, EvaluationError } from "@marcbachmann/cel-js";

import { INSTANTS, instantText } from "./forms.ts";
import { NO_SUCH_AMOUNT } from "./language.ts";
import { factKeyIn, pathOf, valueAt } from "./paths.ts";
import type { ReadCondition } from "./read-condition.ts";
import { Refusal } from "./refusal.ts";

/** The outcome of a condition for a document. Its cost is bounded by the condition's nodes and the document's texts. */
export function evaluateCondition(
  { evaluate, paths }: ReadCondition,
  facts: readonly FactDeclaration[],
  input: ConditionInput,
): ConditionResult {
  const values = Object.fromEntries(paths.map((path) => [path, valueAt(path, input) ?? null]));
  try {
    const namedKeys = new Set(paths.map(factKeyIn));
    const { kind, submitter, document } = input;
    const { title, amount, currency } = document;
    // A field that is undefined is missing, for `has` too.
    const read = factsOf(
      facts.filter(({ key }) => namedKeys.has(key)),
      document.facts,
    );
    const outcome: unknown = evaluate({
      kind,
      submitter,
      document: {
        title,
        amount: amount === undefined ? undefined : numberIn("document.amount", amount),
        currency,
        facts: read,
        [INSTANTS]: instantsIn(facts, read),
      },
    });
    return { outcome: outcome === true, values };
  } catch (error) {
    return { outcome: "ERROR", error: reasonOf(error, input), values };
  }
}

function factsOf(
  declarations: readonly FactDeclaration[],
  sentFacts: ReadonlyMap<string, ConditionFactValue>,
): Map<string, unknown> {
  const facts = new Map<string, unknown>();
  for (const { key, type } of declarations) {
    const value = sentFacts.get(key);
    if (value !== undefined) facts.set(key, factOf(`document.facts.${key}`, type, value));
  }
  return facts;
}

/** The DATETIMEs among the facts, as comparisons read them. */
function instantsIn(
  declarations: readonly FactDeclaration[],
  facts: ReadonlyMap<string, unknown>,
): Map<string, string> {
  const instants = new Map<string, string>();
  for (const { key, type } of declarations) {
    const value = facts.get(key);
    if (type === "DATETIME" && typeof value === "string") instants.set(key, instantOf(key, value));
  }
  return instants;
}

function instantOf(key: string, value: string): string {
  try {
    return instantText(value);
  } catch {
    throw notOfType(`document.facts.${key}`, "DATETIME");
  }
}

/** @throws Refusal - of a value that is not of its declared type */
function factOf(path: string, type: ConditionFactType, value: ConditionFactValue): unknown {
  switch (type) {
    case "NUMBER":
      return numberIn(path, value);
    case "MONEY":
      if (typeof value !== "object") throw notOfType(path, type);
      return { amount: numberIn(`${path}.amount`, value.amount), currency: value.currency };
    case "BOOLEAN":
      if (typeof value !== "boolean") throw notOfType(path, type);
      return value;
    default:
      if (typeof value !== "string") throw notOfType(path, type);
      return value;
  }
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/u;

/** A decimal text as the double nearest to it: exact enough to compare, see `LIMITS.digits`. */
function numberIn(path: string, value: ConditionFactValue): number {
  if (typeof value !== "string" || !DECIMAL.test(value)) throw notOfType(path, "NUMBER");
  return Number(value);
}

function notOfType(path: string, type: ConditionFactType): Refusal {
  return new Refusal(text("condition.notOfType", { path, type }));
}

/** Why a condition has no outcome, for people. */
function reasonOf(error: unknown, input: ConditionInput): Text {
  if (error instanceof Refusal) return error.fault;
  if (error instanceof EvaluationError) {
    const { code, node } = error;
    if (code === "no_such_key" && node) return text("condition.missing", { path: writtenPath(node) });
    if (code === NO_SUCH_AMOUNT) return amountReason(node, input);
  }
  return text("condition.failed", { reason: (error as Error).message });
}

/** @param node - the call of `amountIn` with a receiver; without one it is the document's */
/** The path as the condition has it. */
const writtenPath = (node: ASTNode): string =>
  (pathOf(node) ?? "").replace(`document.${INSTANTS}.`, "document.facts.");

function amountReason(node: ASTNode | undefined, input: ConditionInput): Text {
  const path = (node?.op === "rcall" && pathOf(node.args[1])) || "document";
  const { amount, currency } = valueAt(path, input) as { amount?: string; currency?: string };
  if (amount === undefined) return text("condition.missing", { path: `${path}.amount` });
  if (currency === undefined) return text("condition.missing", { path: `${path}.currency` });
  return text("condition.otherCurrency", { path: `${path}.amount`, currency });
}
