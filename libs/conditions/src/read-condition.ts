import type { FactDeclaration } from "@countersign/domain/routing";
import { type Text, text } from "@countersign/texts";
import { ParseError, type ParseResult } from "@marcbachmann/cel-js";

import { type Check, checkCondition } from "./check-condition.ts";
import { parse } from "./language.ts";
import { LIMITS } from "./limits.ts";
import { Refusal, anyOf, shortened } from "./refusal.ts";
import { FUNCTIONS } from "./vocabulary.ts";

/** A condition that may be evaluated, with the paths of the values that it names. */
export interface ReadCondition {
  evaluate: ParseResult;
  paths: readonly string[];
}

/**
 * Parses a condition and checks it. The library's own type check and evaluation only see what this has let through: in
 * them, macros within each other cost exponentially.
 *
 * @returns the condition, or its fault
 */
export function readCondition(
  when: string,
  declared: readonly FactDeclaration[],
): ReadCondition | { fault: Text } {
  if (when.length > LIMITS.characters) {
    return { fault: text("condition.tooLong", { maximum: LIMITS.characters }) };
  }
  const facts = new Map(declared.map(({ key, type }) => [key, type]));
  const check: Check = { facts, paths: new Set(), nodes: 0 };
  try {
    const evaluate = parse(when);
    checkCondition(evaluate.ast, check);
    return { evaluate, paths: [...check.paths] };
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.fault };
    if (error instanceof ParseError) return { fault: syntaxFault(when, error) };
    throw error;
  }
}

function syntaxFault(when: string, { code, range }: ParseError): Text {
  const start = range?.start ?? 0;
  switch (code) {
    case "limit_exceeded":
      return text("condition.tooDeep", { maximum: LIMITS.depth });
    case "invalid_macro_argument":
      return text("condition.macro", { functions: anyOf([...FUNCTIONS.keys()]) });
  }
  const rest = shortened(when.slice(start));
  const position = start + 1;
  return rest === "" ? text("condition.ends", { position }) : text("condition.syntax", { position, rest });
}
