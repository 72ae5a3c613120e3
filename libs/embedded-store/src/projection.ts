import { type Environment, type Expression } from "./environment.ts";
import { fail, unsupported } from "./errors.ts";
import { compileExpression } from "./expressions.ts";
import { compileElementMatch, isOperators } from "./filter.ts";
import { toNumber } from "./numbers.ts";
import { assignPath, type Trace } from "./paths.ts";
import { type Doc, getField, isDoc, isNumber, setField, truthy, type Value } from "./values.ts";

/** @param trace of the match, for `field.$` */
export type Projection = (doc: Doc, environment: Environment, trace?: Trace) => Doc;

/** What is kept (inclusion) or dropped (exclusion): a field whole, or the fields named below it. */
type Tree = Map<string, true | Tree>;
type ArrayEdit = (elements: Value[], trace: Trace | undefined) => Value[] | undefined;

interface Parsed {
  plain: { parts: string[]; keep: boolean }[];
  computed: { parts: string[]; expression: Expression }[];
  edits: { parts: string[]; edit: ArrayEdit; includes: boolean }[];
}

/**
 * Compiles the projection of a find, or a `$project` stage.
 *
 * @param find whether `field.$`, `$slice` and `$elemMatch` are those of a find
 * @throws StoreError for mixed inclusion and exclusion
 */
export function compileProjection(spec: Doc, find: boolean, now: Date): Projection {
  const parsed: Parsed = { plain: [], computed: [], edits: [] };
  parse(spec, [], parsed, find, now);
  const { plain, computed, edits } = parsed;
  const include = isInclusion(parsed);
  const tree: Tree = new Map();
  const keepId = plain.find(({ parts }) => parts.length === 1 && parts[0] === "_id")?.keep ?? true;
  if (keepId === include) tree.set("_id", true);
  for (const { parts } of plain) if (parts.join(".") !== "_id") plant(tree, parts);
  if (include) for (const { parts } of edits) plant(tree, parts);
  return (doc, environment, trace) => {
    let result = (include ? pick(doc, tree) : drop(doc, tree)) as Doc;
    for (const { parts, edit } of edits) result = editArrays(result, parts, edit, trace) as Doc;
    for (const { parts, expression } of computed) {
      result = assignPath(result, parts, expression({ ...environment, root: doc })) as Doc;
    }
    return result;
  };
}

function parse(spec: Doc, prefix: string[], into: Parsed, find: boolean, now: Date): void {
  for (const [name, value] of Object.entries(spec)) {
    const parts = [...prefix, ...name.split(".")];
    if (parts.some((part) => part === ""))
      fail("BadValue", `the projection path '${name}' has an empty part`);
    if (parts.at(-1) === "$") {
      if (!find) fail("BadValue", "positional projection is for find only");
      into.edits.push({ parts: parts.slice(0, -1), edit: positional, includes: true });
    } else if (find && isDoc(value) && isFindSlice(value)) {
      into.edits.push({ parts, edit: findSlice(value.$slice), includes: false });
    } else if (find && isDoc(value) && "$elemMatch" in value) {
      const test = compileElementMatch(value.$elemMatch, now);
      const edit: ArrayEdit = (elements) => {
        const hit = elements.findIndex((element) => test(element));
        return hit < 0 ? undefined : [elements[hit]];
      };
      into.edits.push({ parts, edit, includes: true });
    } else if (isDoc(value) && !isOperators(value) && Object.keys(value).length > 0) {
      parse(value, parts, into, find, now);
    } else if (typeof value === "boolean" || isNumber(value)) {
      into.plain.push({ parts, keep: truthy(value) });
    } else into.computed.push({ parts, expression: compileExpression(value) });
  }
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

function plant(tree: Tree, parts: readonly string[]): void {
  const [part = "", ...rest] = parts;
  const below = tree.get(part);
  if (rest.length === 0) tree.set(part, true);
  else if (below !== true) {
    const next = below ?? new Map();
    tree.set(part, next);
    plant(next, rest);
  }
}

function pick(value: Value, tree: Tree): Value {
  if (Array.isArray(value))
    return value.filter((v) => isDoc(v) || Array.isArray(v)).map((v) => pick(v, tree));
  if (!isDoc(value)) return undefined;
  const kept: Doc = {};
  for (const field of Object.keys(value)) {
    const below = tree.get(field);
    if (below === undefined) continue;
    const part = below === true ? value[field] : pick(value[field], below);
    if (part !== undefined) setField(kept, field, part);
  }
  return kept;
}

function drop(value: Value, tree: Tree): Value {
  if (Array.isArray(value)) return value.map((v) => drop(v, tree));
  if (!isDoc(value)) return value;
  const kept: Doc = {};
  for (const field of Object.keys(value)) {
    const below = tree.get(field);
    if (below !== true) setField(kept, field, below ? drop(value[field], below) : value[field]);
  }
  return kept;
}

const positional: ArrayEdit = (elements, trace) => [elements[trace?.index ?? 0]];

const isFindSlice = ({ $slice: by }: Doc) => isNumber(by) || (Array.isArray(by) && by.every(isNumber));

function findSlice(by: Value): ArrayEdit {
  const [first = 0, count] = (Array.isArray(by) ? by : [by]).map(toNumber);
  return (elements) => {
    if (count === undefined) return first < 0 ? elements.slice(first) : elements.slice(0, first);
    const start = first < 0 ? Math.max(0, elements.length + first) : first;
    return elements.slice(start, start + count);
  };
}

/** Replaces the arrays at a path; one that the edit answers with `undefined` is removed. */
function editArrays(
  value: Value,
  parts: readonly string[],
  edit: ArrayEdit,
  trace: Trace | undefined,
): Value {
  if (Array.isArray(value)) return value.map((v) => editArrays(v, parts, edit, trace));
  const [part = "", ...rest] = parts;
  if (!isDoc(value) || !Object.hasOwn(value, part)) return value;
  const below = getField(value, part);
  const next =
    rest.length > 0
      ? editArrays(below, rest, edit, trace)
      : Array.isArray(below)
        ? edit(below, trace)
        : below;
  return assignPath(value, [part], next);
}
