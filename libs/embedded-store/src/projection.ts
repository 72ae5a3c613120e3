import { fail, unsupported } from "./errors.ts";
import type { Environment, Expression } from "./expression-operators.ts";
import { compileExpression } from "./expressions.ts";
import { compileElementMatch, isOperators } from "./filter.ts";
import { toNumber } from "./numbers.ts";
import { assignPath, type Trace } from "./paths.ts";
import { type Doc, getField, isDoc, isNumber, setField, truthy, type Value } from "./values.ts";

/** @param trace of the match, for `field.$` */
export type Projection = (doc: Doc, variables: Environment["variables"], trace?: Trace) => Doc;

/** What is kept (inclusion) or dropped (exclusion): a field whole, or the fields named below it. */
type Tree = Map<string, true | Tree>;
type ArrayEdit = (elements: Value[], trace: Trace | undefined) => Value;

interface Parsed {
  plain: { parts: string[]; keep: boolean }[];
  computed: { parts: string[]; expression: Expression }[];
  /** What a find may do to an array at the first level. */
  edits: { field: string; edit: ArrayEdit; includes: boolean }[];
}

/**
 * Compiles the projection of a find, or a `$project` stage.
 *
 * @param find whether `field.$`, `$slice` and `$elemMatch` are those of a find
 * @throws StoreError for mixed inclusion and exclusion
 */
export function compileProjection(spec: Doc, find: boolean): Projection {
  const parsed: Parsed = { plain: [], computed: [], edits: [] };
  for (const [path, value] of Object.entries(spec)) parse(path, value, parsed, find);
  const { plain, computed, edits } = parsed;
  const include = isInclusion(parsed);
  const tree: Tree = new Map();
  const keepId = plain.find(({ parts }) => parts.join(".") === "_id")?.keep ?? true;
  if (keepId === include) tree.set("_id", true);
  for (const { parts } of plain) if (parts.join(".") !== "_id") plant(tree, parts);
  if (include) for (const { field } of edits) plant(tree, [field]);
  return (doc, variables, trace) => {
    let result = prune(doc, tree, include) as Doc;
    for (const { field, edit } of edits) {
      const elements = getField(doc, field);
      if (Array.isArray(elements)) result = assignPath(result, [field], edit(elements, trace)) as Doc;
    }
    for (const { parts, expression } of computed) {
      result = assignPath(result, parts, expression({ root: doc, variables })) as Doc;
    }
    return result;
  };
}

function parse(path: string, value: Value, into: Parsed, find: boolean): void {
  const parts = path.split(".");
  if (parts.includes("")) fail("BadValue", `the projection path '${path}' has an empty part`);
  const edit = find ? arrayEdit(parts, value) : undefined;
  if (edit) {
    const [field, ...deeper] = parts.filter((part) => part !== "$");
    if (field === undefined || deeper.length > 0)
      unsupported(`the projection of an array below another: ${path}`);
    else into.edits.push({ field, ...edit });
  } else if (parts.at(-1) === "$") fail("BadValue", "positional projection is for find only");
  else if (typeof value === "boolean" || isNumber(value)) into.plain.push({ parts, keep: truthy(value) });
  else into.computed.push({ parts, expression: compileField(path, value) });
}

function arrayEdit(
  parts: readonly string[],
  value: Value,
): { edit: ArrayEdit; includes: boolean } | undefined {
  if (parts.at(-1) === "$") {
    return { edit: (elements, trace) => [elements[trace?.index ?? 0]], includes: true };
  }
  if (!isDoc(value)) return undefined;
  if (isNumber(value.$slice)) {
    const count = toNumber(value.$slice);
    return { edit: (all) => (count < 0 ? all.slice(count) : all.slice(0, count)), includes: false };
  }
  if (!("$elemMatch" in value)) return undefined;
  const test = compileElementMatch(value.$elemMatch);
  const edit: ArrayEdit = (elements) => {
    const hit = elements.findIndex((element) => test(element));
    return hit < 0 ? undefined : [elements[hit]];
  };
  return { edit, includes: true };
}

/** Compiles what a computed field is to be; a document there would mean fields below it, which paths can say too. */
export function compileField(path: string, value: Value): Expression {
  if (isDoc(value) && !isOperators(value)) return unsupported(`a document for the field ${path}`);
  return compileExpression(value);
}

/** Whether fields are included (rather than excluded); only `_id` may go against the rest. */
function isInclusion({ plain, computed, edits }: Parsed): boolean {
  const named = plain.filter(({ parts }) => parts.join(".") !== "_id");
  const include =
    named[0]?.keep ??
    (computed.length > 0 ||
      edits.some(({ includes }) => includes) ||
      (edits.length === 0 && plain.some(({ keep }) => keep)));
  const odd = named.find(({ keep }) => keep !== include)?.parts.join(".");
  if (odd !== undefined) {
    const [wrong, right] = include ? ["exclusion", "inclusion"] : ["inclusion", "exclusion"];
    const code = include ? "ExclusionInInclusionProjection" : "InclusionInExclusionProjection";
    return fail(code, `Cannot do ${wrong} on field ${odd} in ${right} projection`);
  }
  if (!include && computed.length > 0) return unsupported("an exclusion projection with computed fields");
  return include;
}

function plant(tree: Tree, [part = "", ...rest]: readonly string[]): void {
  const below = tree.get(part);
  if (rest.length === 0) tree.set(part, true);
  else if (below !== true) {
    const next = below ?? new Map();
    tree.set(part, next);
    plant(next, rest);
  }
}

/** What inclusion picks along the tree, or exclusion leaves of it. */
function prune(value: Value, tree: Tree, include: boolean): Value {
  if (Array.isArray(value)) {
    const elements = include ? value.filter((v) => isDoc(v) || Array.isArray(v)) : value;
    return elements.map((v) => prune(v, tree, include));
  }
  if (!isDoc(value)) return include ? undefined : value;
  const kept: Doc = {};
  for (const field of Object.keys(value)) {
    const below = tree.get(field);
    const isKept = (below !== undefined) === include;
    const part =
      below instanceof Map ? prune(value[field], below, include) : isKept ? value[field] : undefined;
    if (part !== undefined) setField(kept, field, part);
  }
  return kept;
}
