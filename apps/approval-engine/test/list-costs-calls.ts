import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
} from "graphql";

import { PAGING } from "./list-costs-values.ts";
import { type Call, type Operation, argumentsOf, callOf } from "./operations.ts";

/** Given in every call, so that the others can be tried. */
const ALWAYS = new Set([
  "dueAfter.input.duration.businessDays",
  "previewRoute.input.workflowId",
  "previewRoute.input.version",
  "validateWorkflow.workflowId",
]);
/** Definitions and documents that are judged as they are given; nothing of them is looked up. */
const NOT_LOOKED_UP = [
  "validateWorkflow.stages",
  "validateWorkflow.facts",
  "matchingRule.input.document.",
  "matchingRule.input.written.",
  "replayRules.input.draft.",
  // A group or limit is looked up by its id alone.
  "replayRules.input.group.",
  "replayRules.input.limit.",
  "previewRoute.input.dynamicStages",
  "previewRoute.input.facts",
  "previewRoute.input.document",
];
/** Levels of records in an answer. */
const LEVELS = 2;

/** A call of a query, and the argument and value that it is about; without one it has no optional argument. */
export interface Tried extends Call {
  path: string | undefined;
  value?: unknown;
}

interface Leaf {
  path: string;
  type: GraphQLInputType;
  isRequired: boolean;
}

/**
 * The calls of a query: without its optional arguments, and with each of them alone by each of its values.
 *
 * @param table the values by the arguments' paths
 * @throws Error for an argument without a row
 */
export function callsOf(operation: Operation, table: Record<string, readonly unknown[]>): Tried[] {
  const leaves = leavesOf(operation);
  const rows = leaves.map((leaf) => ({ leaf, values: valuesOf(leaf, table) }));
  const call = (path?: string, value?: unknown): Tried => {
    const variables = argumentsOf(operation, (_type, steps) => {
      const ownPath = pathOf(operation, steps);
      if (ownPath === path) return value;
      return rows.find(({ leaf }) => leaf.path === ownPath && leaf.isRequired)?.values.at(-1);
    });
    const givenVariables = pruneEmpty(variables) as Record<string, unknown> | undefined;
    return { ...callOf(operation, givenVariables ?? {}, LEVELS), path, ...(path && { value }) };
  };
  const callsOfLeaves = rows.flatMap(({ leaf, values }) => values.map((value) => call(leaf.path, value)));
  return needsFilter(operation, leaves) ? callsOfLeaves : [call(), ...callsOfLeaves];
}

/** The paths of all cursors, by their queries' names. */
export function cursorsOf(operations: readonly Operation[]): Map<string, string> {
  const leaves = operations.flatMap((operation) =>
    leavesOf(operation).map(({ path }) => [operation.name, path] as const),
  );
  return new Map(leaves.filter(([, path]) => path.endsWith(".after")));
}

const pathOf = ({ name }: Operation, path: readonly string[]) => [name, ...path].join(".");

function leavesOf(operation: Operation): Leaf[] {
  const leaves: Leaf[] = [];
  argumentsOf(operation, (type, steps) => {
    const path = pathOf(operation, steps);
    const isRequired = ALWAYS.has(path) || isNeeded(operation.field.args, steps);
    if (!NOT_LOOKED_UP.some((start) => path.startsWith(start))) leaves.push({ type, path, isRequired });
    return undefined;
  });
  return leaves;
}

/** Whether a field must be given, and every input that it is in. */
function isNeeded(
  fields: readonly (GraphQLArgument | GraphQLInputField)[],
  [name, ...otherNames]: readonly string[],
): boolean {
  const type = fields.find((field) => field.name === name)?.type;
  if (!isNonNullType(type)) return false;
  const inner = getNamedType(type);
  return isInputObjectType(inner) ? isNeeded(Object.values(inner.getFields()), otherNames) : true;
}

function valuesOf({ path, type }: Leaf, table: Record<string, readonly unknown[]>): readonly unknown[] {
  const values = table[path] ?? PAGING[path.split(".").at(-1) ?? ""];
  if (values === undefined && isEnumType(type)) return type.getValues().map(({ name }) => name);
  if (values === undefined && String(type) === "Boolean") return [true, false];
  if (values === undefined) throw new Error(`${path}: the costs of lists need values for it`);
  return values;
}

/** Whether it is a finder, which refuses an input without any field. */
const needsFilter = ({ field }: Operation, leaves: readonly Leaf[]): boolean =>
  field.args.some(({ type }) => isNonNullType(type) && isInputObjectType(getNullableType(type))) &&
  !leaves.some(({ isRequired }) => isRequired);

/** Without what is empty. */
function pruneEmpty(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(pruneEmpty).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, pruneEmpty(field)] as const);
  const givenFields = fields.filter(([, field]) => field !== undefined);
  return givenFields.length === 0 ? undefined : Object.fromEntries(givenFields);
}
