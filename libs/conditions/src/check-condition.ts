import { text } from "@countersign/texts";
import type { ASTNode } from "@marcbachmann/cel-js";

import type { Check } from "./check.ts";
import { CURRENCY_CODES, checkForms } from "./forms.ts";
import { LIMITS } from "./limits.ts";
import { pathOf } from "./paths.ts";
import { Refusal, anyOf, sourceOf } from "./refusal.ts";
import {
  FACT_TYPES,
  FIELDS,
  FUNCTIONS,
  ROOTS,
  type Type,
  areComparable,
  areOrdered,
  isValue,
} from "./vocabulary.ts";

/**
 * Checks a parsed condition against the subset that ROUTE-3 allows, before anything evaluates it. Visits each node once,
 * and ends at the first fault.
 *
 * @throws Refusal
 */
export function checkCondition(node: ASTNode, check: Check): void {
  expectType(node, "bool", check, 1);
}

/**
 * The type of an expression.
 *
 * @param depth - how many nodes it is within, itself included
 * @throws Refusal
 */
function typeOf(node: ASTNode, check: Check, depth: number): Type {
  check.nodes += 1;
  if (check.nodes > LIMITS.nodes)
    throw new Refusal(text("condition.tooManyNodes", { maximum: LIMITS.nodes }));
  if (depth > LIMITS.depth) throw new Refusal(text("condition.tooDeep", { maximum: LIMITS.depth }));
  switch (node.op) {
    case "value":
      return literalType(node, node.args);
    case "id":
      return rootType(node, node.args, check);
    case ".":
      return fieldType(node, node.args, check, depth);
    case "list":
      for (const item of node.args) expectType(item, "string", check, depth + 1);
      return "list";
    case "&&":
    case "||":
      return logicalType(node, node.args, check, depth);
    case "!_":
      return expectType(node.args, "bool", check, depth + 1);
    case "-_":
      return negativeType(node, node.args, check, depth);
    case "?:":
      return choiceType(node, node.args, check, depth);
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return comparisonType(node, node.args, check, depth);
    case "in":
      return membershipType(node.args, check, depth);
    case "call":
      return callType(node, node.args, check, depth);
    case "rcall":
      return methodType(node, node.args, check, depth);
    default:
      throw notAllowed(node);
  }
}

/** @throws Refusal - naming the type that it has */
function expectType(node: ASTNode, expected: Type, check: Check, depth: number): Type {
  const foundType = typeOf(node, check, depth);
  if (foundType !== expected) {
    throw new Refusal(text("condition.type", { part: sourceOf(node), found: foundType, expected }));
  }
  return foundType;
}

function notAllowed(node: ASTNode): Refusal {
  return new Refusal(
    text("condition.notAllowed", { part: sourceOf(node), functions: anyOf([...FUNCTIONS.keys()]) }),
  );
}

function literalType(node: ASTNode, value: unknown): Type {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "string":
      return "string";
    case "bigint":
    case "number":
      if (digitsIn(node.input.slice(node.start, node.end)) > LIMITS.digits) {
        throw new Refusal(text("condition.number", { part: sourceOf(node), maximum: LIMITS.digits }));
      }
      return typeof value === "bigint" ? "int" : "double";
    default:
      throw notAllowed(node);
  }
}

/** Digits of a number without those of its exponent; all characters of a hexadecimal one, which has fewer. */
function digitsIn(source: string): number {
  if (/^0x/iu.test(source)) return source.length;
  return source.replace(/e.*$/iu, "").replace(".", "").replace(/^0+/u, "").length;
}

function rootType(node: ASTNode, name: string, check: Check): Type {
  const type = ROOTS.get(name);
  if (type === undefined) {
    throw new Refusal(text("condition.unknown", { part: sourceOf(node), known: anyOf([...ROOTS.keys()]) }));
  }
  if (isValue(type)) check.paths.add(name);
  return type;
}

function fieldType(node: ASTNode, [of, field]: [ASTNode, string], check: Check, depth: number): Type {
  const record = typeOf(of, check, depth + 1);
  if (record === "list" || isValue(record)) {
    throw new Refusal(text("condition.noFields", { part: sourceOf(of), type: record, field }));
  }
  const part = pathOf(node) ?? sourceOf(node);
  const type =
    record === "facts" ? factType(part, field, check) : recordType(part, record, field, pathOf(of));
  if (isValue(type)) check.paths.add(part);
  return type;
}

function recordType(part: string, record: keyof typeof FIELDS, field: string, of = ""): Type {
  const type = FIELDS[record].get(field);
  if (type !== undefined) return type;
  const knownNames = [...FIELDS[record].keys()].map((name) => `${of}.${name}`);
  throw new Refusal(text("condition.unknown", { part, known: anyOf(knownNames) }));
}

function factType(part: string, key: string, { facts }: Check): Type {
  const type = facts.get(key);
  if (type !== undefined) return FACT_TYPES[type];
  throw new Refusal(
    facts.size === 0
      ? text("condition.noFacts", { part })
      : text("condition.unknownFact", { part, known: anyOf([...facts.keys()]) }),
  );
}

function logicalType(node: ASTNode, operands: [ASTNode, ASTNode], check: Check, depth: number): Type {
  for (const operand of operands) {
    expectType(operand, "bool", check, operand.op === node.op ? depth : depth + 1);
  }
  return "bool";
}

function negativeType(node: ASTNode, operand: ASTNode, check: Check, depth: number): Type {
  const type = operand.op === "value" ? typeOf(operand, check, depth + 1) : undefined;
  if (type !== "double" && type !== "int") throw notAllowed(node);
  return type;
}

function choiceType(
  node: ASTNode,
  [condition, ...branches]: [ASTNode, ASTNode, ASTNode],
  check: Check,
  depth: number,
): Type {
  expectType(condition, "bool", check, depth + 1);
  const [leftType, rightType] = branches.map((branch) => typeOf(branch, check, depth + 1)) as [Type, Type];
  if (leftType !== rightType || !isValue(leftType)) {
    throw new Refusal(text("condition.branches", { part: sourceOf(node), left: leftType, right: rightType }));
  }
  return leftType;
}

function comparisonType(node: ASTNode, operands: [ASTNode, ASTNode], check: Check, depth: number): Type {
  const [leftType, rightType] = operands.map((operand) => typeOf(operand, check, depth + 1)) as [Type, Type];
  const money = operands[leftType === "MONEY" ? 0 : 1];
  if (leftType === "MONEY" || rightType === "MONEY") {
    throw new Refusal(text("condition.money", { part: sourceOf(money) }));
  }
  const takes = node.op === "==" || node.op === "!=" ? areComparable : areOrdered;
  if (!takes(leftType, rightType)) {
    throw new Refusal(
      text("condition.comparison", { part: sourceOf(node), left: leftType, right: rightType }),
    );
  }
  if (leftType === "string") checkForms(...operands, check);
  return "bool";
}

function membershipType([item, list]: [ASTNode, ASTNode], check: Check, depth: number): Type {
  expectType(item, "string", check, depth + 1);
  expectType(list, "list", check, depth + 1);
  if (list.op === "list") for (const listItem of list.args) checkForms(item, listItem, check);
  return "bool";
}

/**
 * The type of a call without a receiver, such as `amountIn("EUR")`. `has` is the only macro.
 *
 * @throws Refusal
 */
function callType(node: ASTNode, [name, args]: [string, ASTNode[]], check: Check, depth: number): Type {
  const [argument] = args;
  if (argument !== undefined && args.length === 1) {
    switch (name) {
      case "has":
        return presenceType(node, argument, check, depth);
      case "size":
        return sizeType(argument, check, depth);
      case "amountIn":
        expectCurrency(argument, check, depth);
        check.paths.add("document.amount").add("document.currency");
        return "double";
    }
  }
  throw wrongCall(node, name);
}

/**
 * The type of a call with a receiver, such as `document.title.startsWith("A")`.
 *
 * @throws Refusal
 */
function methodType(
  node: ASTNode,
  [name, receiver, args]: [string, ASTNode, ASTNode[]],
  check: Check,
  depth: number,
): Type {
  const [argument] = args;
  if (name === "size" && argument === undefined) return sizeType(receiver, check, depth);
  if (argument !== undefined && args.length === 1) {
    switch (name) {
      case "startsWith":
      case "endsWith":
      case "contains":
        expectType(receiver, "string", check, depth + 1);
        expectType(argument, "string", check, depth + 1);
        return "bool";
      case "amountIn":
        return amountType(node, receiver, argument, check, depth);
    }
  }
  throw wrongCall(node, name);
}

function wrongCall(node: ASTNode, name: string): Refusal {
  const part = sourceOf(node);
  const form = FUNCTIONS.get(name);
  return new Refusal(
    form === undefined
      ? text("condition.function", { part, name, functions: anyOf([...FUNCTIONS.keys()]) })
      : text("condition.call", { part, form }),
  );
}

/** `has` takes a field that may be missing. */
function presenceType(node: ASTNode, field: ASTNode, check: Check, depth: number): Type {
  if (field.op !== ".") throw wrongCall(node, "has");
  const type = typeOf(field, check, depth + 1);
  if (!isValue(type) && type !== "MONEY") throw wrongCall(node, "has");
  const path = pathOf(field);
  if (path !== undefined) check.paths.add(path);
  return "bool";
}

function sizeType(of: ASTNode, check: Check, depth: number): Type {
  const foundType = typeOf(of, check, depth + 1);
  if (foundType !== "string" && foundType !== "list") {
    const expected = anyOf(["string", "list"]);
    throw new Refusal(text("condition.type", { part: sourceOf(of), found: foundType, expected }));
  }
  return "int";
}

/** `amountIn` of the document, or of a fact of type MONEY. */
function amountType(node: ASTNode, of: ASTNode, currency: ASTNode, check: Check, depth: number): Type {
  const type = typeOf(of, check, depth + 1);
  const path = pathOf(of);
  if (path === undefined || (type !== "document" && type !== "MONEY")) throw wrongCall(node, "amountIn");
  expectCurrency(currency, check, depth);
  if (type === "MONEY") check.paths.add(path);
  else check.paths.add("document.amount").add("document.currency");
  return "double";
}

/** A currency is named, not computed: whoever publishes the version learns of a wrong one. */
function expectCurrency(node: ASTNode, check: Check, depth: number): void {
  expectType(node, "string", check, depth + 1);
  if (node.op !== "value" || !CURRENCY_CODES.has(String(node.args))) {
    throw new Refusal(text("condition.currency", { part: sourceOf(node) }));
  }
}
