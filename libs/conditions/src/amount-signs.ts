import type { ASTNode } from "@marcbachmann/cel-js";

import { pathOf } from "./paths.ts";
import { sourceOf } from "./refusal.ts";

/** A comparison of an amount with a number. */
interface Comparison {
  /** Such as `document.amount`. */
  amount: string;
  /** Whether the condition is true of greater amounts. */
  isAbove: boolean;
  /** Absent where it is no literal. */
  limit: number | undefined;
  part: string;
}

const FLIPPED: Readonly<Record<string, string>> = { ">": "<", ">=": "<=", "<": ">", "<=": ">=" };

/**
 * The comparisons of an amount that are true above a limit alone (contract-4, MEET-8): of a credit as large as that they are
 * false, unless the condition has their mirror, `document.amount < -1000.0` beside `document.amount > 1000.0`.
 *
 * @returns as the condition says them
 */
export function unmirroredAmounts(condition: ASTNode): string[] {
  const comparisons = [...comparisonsIn(condition, false)];
  const isMirrored = ({ amount, limit }: Comparison) =>
    limit !== undefined &&
    comparisons.some(
      (otherComparison) =>
        !otherComparison.isAbove && otherComparison.amount === amount && otherComparison.limit === -limit,
    );
  return comparisons
    .filter((comparison) => comparison.isAbove && !isMirrored(comparison))
    .map(({ part }) => part);
}

/** @param isDenied - whether an odd number of `!` are around the node */
function* comparisonsIn(node: ASTNode, isDenied: boolean): Generator<Comparison> {
  switch (node.op) {
    case "!_":
      yield* comparisonsIn(node.args, !isDenied);
      return;
    case "&&":
    case "||":
    case "?:":
      for (const operand of node.args) yield* comparisonsIn(operand, isDenied);
      return;
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const [leftPart, rightPart] = node.args;
      const ofLeft = amountOf(leftPart);
      const amount = ofLeft ?? amountOf(rightPart);
      if (amount === undefined) return;
      const operator = ofLeft === undefined ? FLIPPED[node.op] : node.op;
      const isAbove = (operator === ">" || operator === ">=") !== isDenied;
      yield {
        amount,
        isAbove,
        limit: numberOf(ofLeft === undefined ? leftPart : rightPart),
        part: sourceOf(node),
      };
    }
  }
}

/** The amount that an expression is, if it is one. */
function amountOf(node: ASTNode): string | undefined {
  const isAmount =
    node.op === "call" || node.op === "rcall"
      ? node.args[0] === "amountIn"
      : /^document\.(?:facts\.\w+\.)?amount$/u.test(pathOf(node) ?? "");
  return isAmount ? sourceOf(node).replaceAll(/\s/gu, "") : undefined;
}

function numberOf(node: ASTNode): number | undefined {
  if (node.op === "-_") {
    const value = numberOf(node.args);
    return value === undefined ? undefined : -value;
  }
  return node.op === "value" && ["number", "bigint"].includes(typeof node.args)
    ? Number(node.args)
    : undefined;
}
