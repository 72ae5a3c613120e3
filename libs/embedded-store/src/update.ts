import { BSONRegExp, ObjectId } from "bson";
import { fail } from "./errors.ts";
import { compileFilter, isOperators, type Test } from "./filter.ts";
import { equal } from "./order.ts";
import { isArrayIndex } from "./paths.ts";
import { compileUpdatePipeline } from "./pipeline.ts";
import { childOf, expandPath, findParent, makeParent, put } from "./update-paths.ts";
import { MODIFIERS, type Modifier, renameTarget } from "./update-modifiers.ts";
import { clone, type Doc, hasField, isDoc, show, typeName, type Value } from "./values.ts";

export interface ApplyOptions {
  /** The array element the filter matched: what a positional `$` stands for. */
  position?: number | undefined;
  /** The document is new: `$setOnInsert` counts. */
  inserting?: boolean;
}

export interface Update {
  readonly kind: "modifiers" | "replacement" | "pipeline";
  /** @returns a new document; the given one stays as it is */
  apply(doc: Doc, options: ApplyOptions): Doc;
}

interface Step {
  operator: string;
  parts: string[];
  argument: Value;
  modify: Modifier;
}

/**
 * Compiles an update: modifiers, a replacement document or a pipeline.
 *
 * @throws StoreError for unknown modifiers, conflicting paths and array filters that are missing or unused
 */
export function compileUpdate(update: Value, arrayFilters: readonly Value[], now: Date): Update {
  if (Array.isArray(update)) {
    const run = compileUpdatePipeline(update, now);
    return { kind: "pipeline", apply: (doc) => keepId(doc, withIdOf(doc, clone(run(doc)))) };
  }
  if (!isDoc(update))
    return fail("FailedToParse", `an update must be an object or array, not ${typeName(update)}`);
  if (!Object.keys(update)[0]?.startsWith("$")) {
    const odd = Object.keys(update).find((field) => field.startsWith("$"));
    if (odd !== undefined)
      return fail("DollarPrefixedFieldName", `The dollar ($) prefixed field '${odd}' is not valid`);
    return { kind: "replacement", apply: (doc) => keepId(doc, withIdOf(doc, clone(update))) };
  }
  const filters = compileArrayFilters(arrayFilters, now);
  const steps = parseSteps(update);
  checkConflicts(steps);
  checkArrayFilters(steps, filters);
  return {
    kind: "modifiers",
    apply(doc, { position, inserting }) {
      const changed = clone(doc);
      for (const { operator, parts, argument, modify } of steps) {
        if (operator === "$setOnInsert" && !inserting) continue;
        for (const path of expandPath(changed, parts, position, filters))
          modify(changed, path, argument, now);
      }
      return keepId(doc, changed);
    },
  };
}

/** The server works through the fields in their order, numeric names by number, whatever order they came in. */
function parseSteps(update: Doc): Step[] {
  const steps = Object.entries(update).flatMap(([operator, fields]) => {
    const modify = MODIFIERS.get(operator);
    if (!modify)
      return fail("FailedToParse", `Unknown modifier: ${operator}. Expected a valid update modifier`);
    if (!isDoc(fields)) {
      return fail(
        "FailedToParse",
        `Modifiers operate on fields but we found type ${typeName(fields)} instead.`,
      );
    }
    return Object.entries(fields).map(([path, argument]) => {
      const parts = path.split(".");
      if (parts.some((part) => part === "")) {
        fail("BadValue", `The update path '${path}' contains an empty field name, which is not allowed.`);
      }
      return { operator, parts, argument, modify };
    });
  });
  return steps.toSorted((a, b) => comparePaths(a.parts, b.parts));
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  if (at < 0) return a.length - b.length;
  const x = a[at]!;
  const y = b[at];
  if (y === undefined) return 1;
  if (isArrayIndex(x) && isArrayIndex(y)) return Number(x) - Number(y);
  return x < y ? -1 : 1;
}

/** In sorted order a path is followed by what lies below it, so neighbours suffice. */
function checkConflicts(steps: readonly Step[]): void {
  const paths = steps
    .flatMap(({ operator, parts, argument }) =>
      operator === "$rename" ? [parts, renameTarget(argument)] : [parts],
    )
    .toSorted(comparePaths);
  paths.forEach((path, i) => {
    const next = paths[i + 1];
    if (next && path.every((part, at) => part === next[at])) {
      const [shorter, longer] = [path.join("."), next.join(".")];
      fail(
        "ConflictingUpdateOperators",
        `Updating the path '${longer}' would create a conflict at '${shorter}'`,
      );
    }
  });
}

function compileArrayFilters(arrayFilters: readonly Value[], now: Date): Map<string, Test> {
  const filters = new Map<string, Test>();
  for (const filter of arrayFilters) {
    const name = rootField(filter);
    if (name === undefined) {
      return fail("FailedToParse", "Cannot use an expression without a top-level field name in arrayFilters");
    }
    if (filters.has(name))
      fail("FailedToParse", `Found multiple array filters with the same top-level field name ${name}`);
    filters.set(name, compileFilter(filter, now));
  }
  return filters;
}

function rootField(filter: Value): string | undefined {
  const [[name, condition] = []] = isDoc(filter) ? Object.entries(filter) : [];
  if (name === undefined) return undefined;
  if (!name.startsWith("$")) return name.split(".")[0];
  return Array.isArray(condition) ? rootField(condition[0]) : undefined;
}

function checkArrayFilters(steps: readonly Step[], filters: ReadonlyMap<string, Test>): void {
  const used = new Set(
    steps.flatMap(({ parts }) => parts.flatMap((part) => /^\$\[(\w+)\]$/.exec(part)?.[1] ?? [])),
  );
  for (const name of used) {
    if (!filters.has(name)) fail("BadValue", `No array filter found for identifier '${name}'`);
  }
  for (const name of filters.keys()) {
    if (!used.has(name))
      fail("FailedToParse", `The array filter for identifier '${name}' was not used in the update`);
  }
}

function withIdOf(before: Doc, after: Doc): Doc {
  if (hasField(after, "_id")) return idFirst(after);
  return hasField(before, "_id") ? { _id: before._id, ...after } : after;
}

const idFirst = (doc: Doc): Doc => (Object.keys(doc)[0] === "_id" ? doc : { _id: doc._id, ...doc });

function keepId(before: Doc, after: Doc): Doc {
  if (hasField(before, "_id") && !equal(before._id, after._id)) {
    return fail(
      "ImmutableField",
      "Performing an update on the path '_id' would modify the immutable field '_id'",
    );
  }
  return after;
}

/** The document an upsert starts from: the equality conditions of its filter. */
export function upsertSeed(filter: Doc): Doc {
  const seed: Doc = {};
  const plant = (conditions: Doc) => {
    for (const [path, condition] of Object.entries(conditions)) {
      if (path === "$and" && Array.isArray(condition)) {
        for (const part of condition) if (isDoc(part)) plant(part);
      }
      const value = path.startsWith("$") ? undefined : equality(condition);
      if (value === undefined) continue;
      const parts = path.split(".");
      const parent = findParent(seed, parts);
      if (parent && childOf(parent, parts.at(-1)!) !== undefined) {
        fail("FailedToParse", `cannot infer query fields to set, path '${path}' is matched twice`);
      }
      put(makeParent(seed, parts), parts.at(-1)!, clone(value));
    }
  };
  plant(filter);
  return seed;
}

/** The one value a condition allows; `undefined` if it allows more. */
function equality(condition: Value): Value {
  if (condition instanceof BSONRegExp) return undefined;
  if (!isOperators(condition)) return condition;
  if ("$eq" in condition) return condition.$eq;
  const list = condition.$in ?? condition.$all;
  return Array.isArray(list) && list.length === 1 && !(list[0] instanceof BSONRegExp) ? list[0] : undefined;
}

/**
 * A document with its `_id` in front, made if missing.
 *
 * @throws StoreError for an `_id` of a type that cannot be one
 */
export function withId(doc: Doc): Doc {
  if (!hasField(doc, "_id")) return { _id: new ObjectId(), ...doc };
  const { _id: id } = doc;
  if (Array.isArray(id) || id instanceof BSONRegExp || id === undefined) {
    return fail("BadValue", `can't use a ${typeName(id)} for _id: ${show(id)}`);
  }
  return idFirst(doc);
}
