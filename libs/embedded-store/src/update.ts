import { ObjectId } from "bson";
import { fail, refuseFeature } from "./errors.ts";
import { conditionsOf } from "./constraints.ts";
import { equal } from "./order.ts";
import { isArrayIndex } from "./paths.ts";
import { compileUpdatePipeline } from "./pipeline.ts";
import { changeAt } from "./update-paths.ts";
import { MODIFIERS, type Modifier } from "./update-modifiers.ts";
import { type Doc, isDoc, show, typeName, type Value } from "./values.ts";

export interface Update {
  readonly kind: "modifiers" | "replacement" | "pipeline";
  /**
   * @param isNew whether an upsert makes the document, so that `$setOnInsert` applies
   * @returns a new document; the given one stays unchanged
   */
  apply(doc: Doc, isNew?: boolean): Doc;
}

interface Step {
  operator: string;
  parts: string[];
  argument: Value;
  modify: Modifier;
}

const applyStep = (doc: Doc, { parts, argument, modify }: Step): Doc =>
  changeAt(doc, parts, (current) => modify(current, argument, parts.join("."))) as Doc;

/**
 * Compiles an update: modifiers, a replacement document or a pipeline.
 *
 * @throws StoreError for unknown modifiers, positional and conflicting paths
 */
export function compileUpdate(update: Value): Update {
  if (Array.isArray(update)) {
    const run = compileUpdatePipeline(update);
    return { kind: "pipeline", apply: (doc) => keepId(doc, withIdOf(doc, run(doc))) };
  }
  if (!isDoc(update))
    return fail("FailedToParse", `an update must be an object or array, not ${typeName(update)}`);
  if (!Object.keys(update)[0]?.startsWith("$")) {
    const odd = Object.keys(update).find((field) => field.startsWith("$"));
    if (odd !== undefined)
      return fail("DollarPrefixedFieldName", `The dollar ($) prefixed field '${odd}' is not valid`);
    return { kind: "replacement", apply: (doc) => keepId(doc, withIdOf(doc, update)) };
  }
  const steps = parseSteps(update);
  checkConflicts(steps);
  return {
    kind: "modifiers",
    apply(doc, isNew = false) {
      const due = steps.filter(({ operator }) => operator !== "$setOnInsert" || isNew);
      return keepId(doc, due.reduce(applyStep, doc));
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
      return fail("FailedToParse", `Modifiers operate on fields, not on a value of type ${typeName(fields)}`);
    }
    return Object.entries(fields).map(([path, argument]) => {
      const parts = path.split(".");
      if (parts.some((part) => part === "")) {
        fail("BadValue", `The update path '${path}' contains an empty field name, which is not allowed.`);
      }
      if (path.includes("$")) refuseFeature(`the update path '${path}'`);
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
  steps.forEach(({ parts }, i) => {
    const next = steps[i + 1]?.parts;
    if (next && parts.every((part, at) => part === next[at])) {
      const [shorter, longer] = [parts.join("."), next.join(".")];
      fail("ConflictingUpdateOperators", `Updating '${longer}' would create a conflict at '${shorter}'`);
    }
  });
}

function withIdOf(before: Doc, after: Doc): Doc {
  if (Object.hasOwn(after, "_id")) return idFirst(after);
  return Object.hasOwn(before, "_id") ? { _id: before._id, ...after } : after;
}

const idFirst = (doc: Doc): Doc => (Object.keys(doc)[0] === "_id" ? doc : { _id: doc._id, ...doc });

function keepId(before: Doc, after: Doc): Doc {
  if (Object.hasOwn(before, "_id") && !equal(before._id, after._id)) {
    return fail(
      "ImmutableField",
      "Performing an update on the path '_id' would modify the immutable field '_id'",
    );
  }
  return after;
}

/** The document an upsert starts from: the equality conditions of its filter. */
export function upsertSeed(filter: Doc): Doc {
  return conditionsOf(filter).reduce<Doc>((seed, { path, operator, argument }) => {
    const [value, ...otherValues] = operator === "$eq" ? [argument] : elementsOf(operator, argument);
    if (value === undefined || otherValues.length > 0) return seed;
    return changeAt(seed, path.split("."), (current) =>
      current === undefined
        ? value
        : fail("FailedToParse", `cannot infer query fields to set, path '${path}' is matched twice`),
    ) as Doc;
  }, {});
}

const elementsOf = (operator: string, argument: Value): Value[] =>
  operator === "$in" && Array.isArray(argument) ? argument : [];

/**
 * A document with its `_id` in front, made if missing.
 *
 * @throws StoreError for an `_id` of a type that cannot be one
 */
export function withId(doc: Doc): Doc {
  if (!Object.hasOwn(doc, "_id")) return { _id: new ObjectId(), ...doc };
  const { _id: id } = doc;
  if (Array.isArray(id) || id === undefined) {
    return fail("BadValue", `can't use a ${typeName(id)} for _id: ${show(id)}`);
  }
  return idFirst(doc);
}
