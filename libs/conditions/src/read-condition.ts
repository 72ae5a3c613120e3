import type { FactDeclaration } from "@countersign/domain/routing";
import { type Text, text } from "@countersign/texts";
import { type ASTNode, ParseError, type ParseResult } from "@marcbachmann/cel-js";

import type { Check, Replacement } from "./check.ts";
import { checkCondition } from "./check-condition.ts";
import { parse } from "./language.ts";
import { LIMITS } from "./limits.ts";
import { Refusal, anyOf, shortenSource } from "./refusal.ts";
import { FUNCTIONS } from "./vocabulary.ts";

/** A condition that may be evaluated, with the paths of the values that it names. */
export interface ReadCondition {
  evaluate: ParseResult;
  /** As it is written. */
  ast: ASTNode;
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
  declarations: readonly FactDeclaration[],
  kinds?: ReadonlySet<string>,
): ReadCondition | { fault: Text } {
  if (when.length > LIMITS.characters) {
    return { fault: text("condition.tooLong", { maximum: LIMITS.characters }) };
  }
  const facts = new Map(declarations.map(({ key, type }) => [key, type]));
  const check: Check = { facts, kinds, paths: new Set(), replacements: new Map(), nodes: 0 };
  try {
    const parsedCondition = parse(when);
    checkCondition(parsedCondition.ast, check);
    const { replacements } = check;
    const evaluate =
      replacements.size === 0 ? parsedCondition : parse(withReplacements(when, [...replacements.values()]));
    return { evaluate, ast: parsedCondition.ast, paths: [...check.paths] };
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.fault };
    if (error instanceof ParseError) return { fault: syntaxFault(when, error) };
    throw error;
  }
}

function withReplacements(when: string, replacements: readonly Replacement[]): string {
  const lastFirst = replacements.toSorted((left, right) => right.start - left.start);
  return lastFirst.reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), when);
}

function syntaxFault(when: string, { code, range }: ParseError): Text {
  const start = range?.start ?? 0;
  switch (code) {
    case "limit_exceeded":
      return text("condition.tooDeep", { maximum: LIMITS.depth });
    case "invalid_macro_argument":
      return text("condition.macro", { functions: anyOf([...FUNCTIONS.keys()]) });
  }
  const rest = shortenSource(when.slice(start));
  const position = start + 1;
  return rest === "" ? text("condition.ends", { position }) : text("condition.syntax", { position, rest });
}
