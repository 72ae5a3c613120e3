import type { Environment, Expression } from "./environment.ts";
import { fail, unsupported } from "./errors.ts";
import { compileExpression } from "./expressions.ts";
import { compileFilter, isOperators } from "./filter.ts";
import { compileGroup } from "./group.ts";
import { toNumber } from "./numbers.ts";
import { assignPath, sorter } from "./paths.ts";
import { compileProjection } from "./projection.ts";
import { parseSort } from "./sort.ts";
import { type Doc, getField, isDoc, setField, typeName, type Value } from "./values.ts";

export type Stage = (docs: Doc[]) => Doc[];

const UPDATE_STAGES = new Set(["$set", "$addFields", "$unset", "$project", "$replaceRoot", "$replaceWith"]);

/** @throws StoreError for stages and operators that are not supported */
export function compilePipeline(stages: readonly Value[], now: Date): Stage {
  const compiled = stages.map((stage) => compileStage(stage, now));
  return (docs) => compiled.reduce((current, stage) => stage(current), docs);
}

/** An update given as a pipeline: one document through the stages that are allowed there. */
export function compileUpdatePipeline(stages: readonly Value[], now: Date): (doc: Doc) => Doc {
  for (const stage of stages) {
    const name = isDoc(stage) ? Object.keys(stage)[0]! : typeName(stage);
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

function compileStage(stage: Value, now: Date): Stage {
  const [name, argument] = parseStage(stage);
  switch (name) {
    case "$match": {
      const test = compileFilter(argument, now);
      return (docs) => docs.filter((doc) => test(doc));
    }
    case "$sort": {
      const by = sorter(parseSort(document(name, argument)));
      return (docs) => docs.toSorted(by);
    }
    case "$skip": {
      const count = toNumber(argument);
      return (docs) => docs.slice(count);
    }
    case "$limit": {
      const count = toNumber(argument);
      if (count < 1) fail("BadValue", "the limit must be positive");
      return (docs) => docs.slice(0, count);
    }
    case "$count":
      if (typeof argument !== "string" || argument === "") {
        return fail("BadValue", "the count field must be a non-empty string");
      }
      return (docs) => (docs.length > 0 ? [{ [argument]: docs.length }] : []);
    case "$addFields":
    case "$set":
      return addFields(document(name, argument), now);
    case "$unset":
      return unset(argument);
    case "$project": {
      const project = compileProjection(document(name, argument), false, now);
      return (docs) => docs.map((doc) => project(doc, environment(doc, now)));
    }
    case "$replaceWith":
      return replaceRoot(argument, now);
    case "$replaceRoot":
      return replaceRoot(document(name, argument).newRoot, now);
    case "$unwind":
      return unwind(argument);
    case "$group":
      return compileGroup(document(name, argument), now);
    case "$facet":
      return facet(document(name, argument), now);
    default:
      return unsupported(`the pipeline stage ${name}`);
  }
}

const environment = (root: Doc, now: Date): Environment => ({ root, variables: {}, now });

const document = (name: string, v: Value): Doc =>
  isDoc(v) ? v : fail("FailedToParse", `the ${name} stage takes an object, not ${typeName(v)}`);

/** The leaves of a specification: nested documents address nested fields. */
function flatten(spec: Doc, prefix: readonly string[] = []): { parts: string[]; expression: Expression }[] {
  return Object.entries(spec).flatMap(([name, value]) => {
    const parts = [...prefix, ...name.split(".")];
    const nested = isDoc(value) && !isOperators(value) && Object.keys(value).length > 0;
    return nested ? flatten(value, parts) : [{ parts, expression: compileExpression(value) }];
  });
}

function addFields(spec: Doc, now: Date): Stage {
  const fields = flatten(spec);
  return (docs) =>
    docs.map((doc) =>
      fields.reduce<Doc>(
        (result, { parts, expression }) =>
          assignPath(result, parts, expression(environment(doc, now))) as Doc,
        doc,
      ),
    );
}

function unset(argument: Value): Stage {
  const paths = Array.isArray(argument) ? argument : [argument];
  const spec: Doc = {};
  for (const path of paths) {
    if (typeof path !== "string") return fail("FailedToParse", "$unset takes a field name or a list of them");
    setField(spec, path, false);
  }
  const now = new Date(0);
  const project = compileProjection(spec, false, now);
  return (docs) => docs.map((doc) => project(doc, environment(doc, now)));
}

function replaceRoot(spec: Value, now: Date): Stage {
  const expression = compileExpression(spec);
  return (docs) =>
    docs.map((doc) => {
      const root = expression(environment(doc, now));
      return isDoc(root)
        ? root
        : fail("BadValue", `'newRoot' must evaluate to an object, found ${typeName(root)}`);
    });
}

function unwind(argument: Value): Stage {
  const spec = typeof argument === "string" ? { path: argument } : document("$unwind", argument);
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
      if (!Array.isArray(value) && value !== null && value !== undefined) return [mark(doc, null)];
      if (preserve !== true) return [];
      return [mark(Array.isArray(value) ? assignPath(doc, parts, undefined) : doc, null)];
    });
}

function facet(spec: Doc, now: Date): Stage {
  const pipelines = Object.entries(spec).map(([name, stages]) => {
    if (!Array.isArray(stages))
      return fail("TypeMismatch", `the $facet '${name}' must be an array of stages`);
    return [name, compilePipeline(stages, now)] as const;
  });
  return (docs) => [Object.fromEntries(pipelines.map(([name, run]) => [name, run(docs)]))];
}
