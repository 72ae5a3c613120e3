import { ACCUMULATORS } from "./accumulators.ts";
import { fail, unsupported } from "./errors.ts";
import type { Environment } from "./expression-operators.ts";
import { compileExpression } from "./expressions.ts";
import { compileFilter } from "./filter.ts";
import { toNumber } from "./numbers.ts";
import { equal, keyOf } from "./order.ts";
import { assignPath, valueAt } from "./paths.ts";
import { compileField, compileProjection } from "./projection.ts";
import { parseSort, sorted } from "./sort.ts";
import { type Doc, getField, isDoc, isNullish, setField, typeName, type Value } from "./values.ts";

type Run = (docs: Doc[]) => Doc[];
type Variables = Environment["variables"];

/** Finds the documents of another collection of the database. */
export type Search = (collection: string, filter: Doc) => Doc[];

/** Compiles the argument of the stage `name`; the variables are those of the whole pipeline. */
type Stage = (argument: Value, variables: Variables, name: string) => Run;

/**
 * Compiles a pipeline.
 *
 * @param now the command's time: `$$NOW`
 * @param search what `$lookup` reads other collections by; without it the stage is refused
 * @throws StoreError for stages and operators that are not supported
 */
export const compilePipeline = (stages: readonly Value[], now: Date, search?: Search): Run =>
  compileStages(stages, { NOW: now }, search);

function compileStages(stages: readonly Value[], variables: Variables, search?: Search): Run {
  const compiled = stages.map((stage) => {
    const [name, argument] = parseStage(stage);
    if (name === "$lookup" && search) return lookup(argument, search);
    return STAGES.get(name)?.(argument, variables, name) ?? unsupported(`the pipeline stage ${name}`);
  });
  return (docs) => compiled.reduce((current, run) => run(current), docs);
}

const UPDATE_STAGES = new Set(["$set", "$addFields", "$unset", "$project", "$replaceRoot", "$replaceWith"]);

/** An update given as a pipeline: one document through the stages that are allowed there. */
export function compileUpdatePipeline(stages: readonly Value[], now: Date): (doc: Doc) => Doc {
  for (const [name] of stages.map(parseStage)) {
    if (!UPDATE_STAGES.has(name))
      fail("InvalidOptions", `${name} is not allowed to be used within an update`);
  }
  const run = compilePipeline(stages, now);
  return (doc) => run([doc])[0]!;
}

/** A stage's name and argument. */
export function parseStage(stage: Value): [name: string, argument: Value] {
  const [entry, ...others] = isDoc(stage) ? Object.entries(stage) : [];
  if (!entry || others.length > 0) {
    return fail("BadValue", "A pipeline stage specification object must contain exactly one field.");
  }
  return entry;
}

const document = (name: string, v: Value): Doc =>
  isDoc(v) ? v : fail("FailedToParse", `the ${name} stage takes an object, not ${typeName(v)}`);

const match: Stage = (argument) => {
  const test = compileFilter(argument);
  return (docs) => docs.filter((doc) => test(doc));
};

const sort: Stage = (argument, _variables, name) => {
  const spec = parseSort(document(name, argument));
  return (docs) => sorted(docs, spec, (doc) => doc);
};

const skip: Stage = (argument) => {
  const count = toNumber(argument);
  return (docs) => docs.slice(count);
};

const limit: Stage = (argument) => {
  const count = toNumber(argument);
  if (count < 1) fail("BadValue", "the limit must be positive");
  return (docs) => docs.slice(0, count);
};

const count: Stage = (field) => {
  if (typeof field !== "string" || field === "")
    return fail("BadValue", "the count field must be a non-empty string");
  return (docs) => (docs.length > 0 ? [{ [field]: docs.length }] : []);
};

const set: Stage = (argument, variables, name) => {
  const fields = Object.entries(document(name, argument)).map(([path, value]) => {
    const expression = compileField(path, value);
    return { parts: path.split("."), expression };
  });
  return (docs) =>
    docs.map((root) =>
      fields.reduce<Doc>(
        (doc, { parts, expression }) => assignPath(doc, parts, expression({ root, variables })) as Doc,
        root,
      ),
    );
};

const unset: Stage = (argument, variables) => {
  const paths = (Array.isArray(argument) ? argument : [argument]).map((path) =>
    typeof path === "string" ? path : fail("FailedToParse", "$unset takes a field name or a list of them"),
  );
  return project(Object.fromEntries(paths.map((path) => [path, false])), variables, "$unset");
};

const project: Stage = (argument, variables, name) => {
  const show = compileProjection(document(name, argument), false);
  return (docs) => docs.map((doc) => show(doc, variables));
};

const replaceWith: Stage = (argument, variables) => {
  const expression = compileExpression(argument);
  return (docs) =>
    docs.map((root) => {
      const doc = expression({ root, variables });
      return isDoc(doc)
        ? doc
        : fail("BadValue", `'newRoot' must evaluate to an object, found ${typeName(doc)}`);
    });
};

const unwind: Stage = (argument, _variables, name) => {
  const spec = typeof argument === "string" ? { path: argument } : document(name, argument);
  const { path, includeArrayIndex: indexField, preserveNullAndEmptyArrays: preserve } = spec;
  if (typeof path !== "string" || !path.startsWith("$"))
    return fail("BadValue", "$unwind needs a path like '$a'");
  const parts = path.slice(1).split(".");
  const mark = (doc: Value, index: bigint | null): Doc =>
    (typeof indexField === "string" ? assignPath(doc, indexField.split("."), index) : doc) as Doc;
  return (docs) =>
    docs.flatMap((doc) => {
      const value = parts.reduce<Value>((v, part) => (isDoc(v) ? getField(v, part) : undefined), doc);
      if (Array.isArray(value) && value.length > 0) {
        return value.map((element, index) => mark(assignPath(doc, parts, element), BigInt(index)));
      }
      if (!Array.isArray(value) && !isNullish(value)) return [mark(doc, null)];
      if (preserve !== true) return [];
      return [mark(Array.isArray(value) ? assignPath(doc, parts, undefined) : doc, null)];
    });
};

const LOOKUP_FIELDS = ["as", "foreignField", "from", "localField"];

/** Adds the documents of another collection whose field equals the local one; a missing field equals null. */
function lookup(argument: Value, search: Search): Run {
  const spec = document("$lookup", argument);
  const { from, localField, foreignField, as } = spec as Record<string, string>;
  if (
    !equal(Object.keys(spec).toSorted(), LOOKUP_FIELDS) ||
    Object.values(spec).some((v) => typeof v !== "string")
  )
    return unsupported("a $lookup by anything but from, localField, foreignField and as");
  const [localPath, target] = [localField!.split("."), as!.split(".")];
  return (docs) =>
    docs.map((root) => {
      const local = valueAt(root, localPath) ?? null;
      if (Array.isArray(local) || typeName(local) === "regex")
        return unsupported(`a $lookup by a value of type ${typeName(local)}`);
      return assignPath(root, target, search(from!, { [foreignField!]: { $eq: local } })) as Doc;
    });
}

/** Null and missing keys are one group. */
const group: Stage = (argument, variables, name) => {
  const { _id: idSpec, ...fieldSpecs } = document(name, argument);
  if (idSpec === undefined) return fail("BadValue", "a group specification must include an _id");
  const id = compileExpression(idSpec);
  const fields = Object.entries(fieldSpecs).map(([field, spec]) => compileAccumulator(field, spec));
  return (docs) => {
    const groups = Map.groupBy(docs, (root) => keyOf(id({ root, variables }) ?? null));
    return [...groups.values()].map((members) => {
      const result: Doc = { _id: id({ root: members[0], variables }) ?? null };
      for (const { field, expression, accumulate } of fields) {
        setField(result, field, accumulate(members.map((root) => expression({ root, variables }))));
      }
      return result;
    });
  };
};

function compileAccumulator(field: string, spec: Value) {
  const [[operator, argument] = ["", null], ...others] = Object.entries(document(`$group.${field}`, spec));
  if (others.length > 0) return fail("BadValue", `The field '${field}' must specify one accumulator`);
  if (field.includes(".")) return fail("BadValue", `The field name '${field}' cannot contain '.'`);
  const accumulate = ACCUMULATORS.get(operator) ?? unsupported(`the accumulator ${operator} of '${field}'`);
  return { field, expression: compileExpression(argument), accumulate };
}

const facet: Stage = (argument, variables, name) => {
  const pipelines = Object.entries(document(name, argument)).map(([field, stages]) => {
    if (!Array.isArray(stages))
      return fail("TypeMismatch", `the $facet '${field}' must be an array of stages`);
    return [field, compileStages(stages, variables)] as const;
  });
  return (docs) => [Object.fromEntries(pipelines.map(([field, run]) => [field, run(docs)]))];
};

/** Every stage there is; anything else is refused. */
const STAGES: ReadonlyMap<string, Stage> = new Map(
  Object.entries<Stage>({
    $match: match,
    $sort: sort,
    $skip: skip,
    $limit: limit,
    $count: count,
    $set: set,
    $addFields: set,
    $unset: unset,
    $project: project,
    $replaceWith: replaceWith,
    $replaceRoot: (argument, variables, name) =>
      replaceWith(document(name, argument).newRoot, variables, name),
    $unwind: unwind,
    $group: group,
    $facet: facet,
  }),
);
