import { fail, refuseFeature } from "./errors.ts";
import { compileExpression } from "./expressions.ts";
import { compileFilter } from "./filter.ts";
import { add, toNumber } from "./numbers.ts";
import { compare, equal, keyOf } from "./order.ts";
import { assignPath, valueAt } from "./paths.ts";
import { compileProjection } from "./projection.ts";
import { parseSort, sortItems } from "./sort.ts";
import { type Doc, isDoc, isNullish, isNumber, type Num, setField, typeName, type Value } from "./values.ts";

type Run = (docs: Doc[]) => Doc[];

/** Runs a pipeline on another collection of the database. */
export type Search = (collection: string, stages: readonly Value[]) => Doc[];

/**
 * Compiles a pipeline.
 *
 * @param search reads other collections for `$lookup` and `$unionWith`
 * @throws StoreError for stages and operators that are not supported
 */
export function compilePipeline(stages: readonly Value[], search: Search): Run {
  const compiledStages = stages.map((stage) => {
    const [name, argument] = parseStage(stage);
    return STAGES.get(name)?.(argument, search) ?? refuseFeature(`the pipeline stage ${name}`);
  });
  return (docs) => compiledStages.reduce((current, run) => run(current), docs);
}

/**
 * Compiles an update in the form of a pipeline.
 *
 * @throws StoreError for any stage but `$set`
 */
export function compileUpdatePipeline(stages: readonly Value[]): (doc: Doc) => Doc {
  const steps = stages.map((stage) => {
    const [name, argument] = parseStage(stage);
    return name === "$set" ? compileSet(argument) : refuseFeature(`the stage ${name} within an update`);
  });
  return (doc) => steps.reduce((current, step) => step(current), doc);
}

/** A stage's name and argument. */
export function parseStage(stage: Value): [name: string, argument: Value] {
  const [entry, ...otherEntries] = isDoc(stage) ? Object.entries(stage) : [];
  if (!entry || otherEntries.length > 0) {
    return fail("BadValue", "A pipeline stage specification object must contain exactly one field.");
  }
  return entry;
}

const document = (name: string, v: Value): Doc =>
  isDoc(v) ? v : fail("FailedToParse", `the ${name} stage takes an object, not ${typeName(v)}`);

function match(argument: Value): Run {
  const test = compileFilter(argument);
  return (docs) => docs.filter((doc) => test(doc));
}

function sort(argument: Value): Run {
  const spec = parseSort(document("$sort", argument));
  return (docs) => sortItems(docs, spec, (doc) => doc);
}

function skip(argument: Value): Run {
  const count = toNumber(argument);
  return (docs) => docs.slice(count);
}

function limit(argument: Value): Run {
  const count = toNumber(argument);
  if (count < 1) fail("BadValue", "the limit must be positive");
  return (docs) => docs.slice(0, count);
}

/** Leaves fields out. */
function unset(argument: Value): Run {
  const paths = Array.isArray(argument) ? argument : [argument];
  if (!paths.every((path) => typeof path === "string" && path !== ""))
    fail("FailedToParse", "$unset specification must be a string or an array containing only string values");
  const project = compileProjection(Object.fromEntries(paths.map((path) => [path as string, false])));
  return (docs) => docs.map(project);
}

/** Sets fields by path. A document as a value merges into an existing one, as if `$a.b` named each of its paths. */
function compileSet(argument: Value): (doc: Doc) => Doc {
  const fields = Object.entries(document("$set", argument)).map(([path, value]) => ({
    parts: path.split("."),
    expression: compileExpression(value),
  }));
  return (root) =>
    fields.reduce<Doc>((doc, { parts, expression }) => assignPath(doc, parts, expression(root)) as Doc, root);
}

const [FIELDS_OF_LOOKUP, FIELDS_OF_PIPELINE_LOOKUP] = [
  ["as", "foreignField", "from", "localField"],
  ["as", "from", "pipeline"],
];

/** Adds documents of another collection. */
function lookup(argument: Value, search: Search): Run {
  const spec = document("$lookup", argument);
  const { pipeline, ...texts } = spec;
  const fields = Object.keys(spec).toSorted();
  const isByPipeline = Array.isArray(pipeline) && equal(fields, FIELDS_OF_PIPELINE_LOOKUP);
  if (
    !(isByPipeline || equal(fields, FIELDS_OF_LOOKUP)) ||
    Object.values(texts).some((v) => typeof v !== "string")
  )
    return refuseFeature(
      "a $lookup by anything but from and as with localField and foreignField, or pipeline",
    );
  const { from, localField, foreignField, as } = texts as Record<string, string>;
  const findMatches = isByPipeline
    ? byPipeline(pipeline, (stages) => search(from!, stages))
    : byField(localField!, (condition) => search(from!, [{ $match: { [foreignField!]: condition } }]));
  const target = as!.split(".");
  return (docs) => {
    const othersOf = findMatches();
    return docs.map((root) => assignPath(root, target, othersOf(root)) as Doc);
  };
}

/** Adds what a pipeline finds in another collection, at the end. */
function unionWith(argument: Value, search: Search): Run {
  const { coll, pipeline, ...otherFields } = document("$unionWith", argument);
  if (typeof coll !== "string" || !Array.isArray(pipeline) || Object.keys(otherFields).length > 0)
    return refuseFeature("a $unionWith by anything but coll and pipeline");
  // Refuses what it cannot run even where the collection is empty.
  compilePipeline(pipeline, () => []);
  return (docs) => [...docs, ...search(coll, pipeline)];
}

/** Those whose field equals the local one; a missing field equals null, and so does an empty list. */
function byField(localField: string, search: (condition: Doc) => Doc[]): () => (root: Doc) => Value[] {
  const localPath = localField.split(".");
  const searchBy = (local: Value) => {
    if (!Array.isArray(local)) return search({ $eq: local });
    return search(local.length === 0 ? { $eq: null } : { $in: listOfIds(local) });
  };
  return () => {
    const foundByKey = new Map<string, Value[]>();
    return (root) => {
      const local = valueAt(root, localPath) ?? null;
      return foundByKey.getOrInsertComputed(keyOf(local), () => searchBy(local));
    };
  };
}

/** A lookup that finds the same for every document: the pipeline's result. */
function byPipeline(
  stages: readonly Value[],
  search: (stages: readonly Value[]) => Doc[],
): () => (root: Doc) => Value[] {
  // Refuses what it cannot run even where nothing is looked up.
  compilePipeline(stages, () => []);
  return () => {
    let foundDocs: Value[] | undefined;
    return () => (foundDocs ??= search(stages));
  };
}

/** A list by which to look up: each of its ids finds records. Nulls, lists and patterns would mean something else. */
function listOfIds(values: Value[]): Value[] {
  return values.every((v) => typeName(v) === "objectId")
    ? values
    : refuseFeature("a $lookup by a list of anything but ids");
}

/** Groups by one value, with sums and minima beside it. Null and missing keys are one group. */
function group(argument: Value): Run {
  const { _id: idSpec, ...fieldSpecs } = document("$group", argument);
  if (idSpec === undefined) return fail("BadValue", "a group specification must include an _id");
  const id = compileExpression(idSpec);
  const fields = Object.entries(fieldSpecs).map(([field, spec]) => {
    const [operator, argument] = parseStage(spec);
    const accumulate = ACCUMULATORS.get(operator);
    if (!accumulate) return refuseFeature(`the accumulator ${operator} of '${field}'`);
    return { field, accumulate, expression: compileExpression(argument) };
  });
  return (docs) => {
    const groups = Map.groupBy(docs, (root) => keyOf(id(root) ?? null));
    return [...groups.values()].map((members) => {
      const result: Doc = { _id: id(members[0]) ?? null };
      for (const { field, accumulate, expression } of fields) {
        setField(result, field, accumulate(members.map(expression)));
      }
      return result;
    });
  };
}

/** The sum of the numeric values; 0 without any. */
const sum = (values: readonly Value[]): Num =>
  values.filter(isNumber).reduce<Num>((total, v) => add(total, v), 0);

/** The least value; null without any. */
const least = (values: readonly Value[]): Value =>
  values.reduce((min, v) => (isNullish(min) || (!isNullish(v) && compare(v, min) < 0) ? v : min), null) ??
  null;

/** All accumulators of groups; the store refuses others. */
const ACCUMULATORS: ReadonlyMap<string, (values: readonly Value[]) => Value> = new Map([
  ["$sum", sum],
  ["$min", least],
]);

/** All stages; the store refuses others. */
const STAGES: ReadonlyMap<string, (argument: Value, search: Search) => Run> = new Map([
  ["$match", match],
  ["$sort", sort],
  ["$skip", skip],
  ["$limit", limit],
  ["$unset", unset],
  ["$lookup", lookup],
  ["$unionWith", unionWith],
  ["$group", group],
]);
