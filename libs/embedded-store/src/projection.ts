import { fail, refuseFeature } from "./errors.ts";
import { type Doc, isDoc, isNumber, setField, show, truthy, type Value } from "./values.ts";

/** Fields to keep (inclusion) or drop (exclusion): a whole field, or named fields below it. */
type Tree = Map<string, true | Tree>;

/**
 * Compiles the projection of a find: included fields, or excluded ones.
 *
 * @throws StoreError for mixed inclusion and exclusion, and for computed fields
 */
export function compileProjection(spec: Doc): (doc: Doc) => Doc {
  const fields = Object.entries(spec).map(([path, value]) => {
    if (path.includes("$") || !(typeof value === "boolean" || isNumber(value)))
      return refuseFeature(`the projection {${path}: ${show(value)}}`);
    const parts = path.split(".");
    if (parts.includes("")) fail("BadValue", `the projection path '${path}' has an empty part`);
    return { path, parts, keep: truthy(value) };
  });
  const namedFields = fields.filter(({ path }) => path !== "_id");
  const keepsId = fields.find(({ path }) => path === "_id")?.keep;
  // Only `_id` may differ from the rest.
  const include = namedFields[0]?.keep ?? keepsId ?? false;
  const odd = namedFields.find(({ keep }) => keep !== include)?.path;
  if (odd !== undefined) {
    const [wrong, right] = include ? ["exclusion", "inclusion"] : ["inclusion", "exclusion"];
    const code = include ? "ExclusionInInclusionProjection" : "InclusionInExclusionProjection";
    return fail(code, `Cannot do ${wrong} on field ${odd} in ${right} projection`);
  }
  const tree: Tree = new Map();
  if ((keepsId ?? true) === include) tree.set("_id", true);
  for (const { parts } of namedFields) plant(tree, parts);
  return (doc) => prune(doc, tree, include) as Doc;
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

/** The part of a value that inclusion picks, or that exclusion leaves. */
function prune(value: Value, tree: Tree, include: boolean): Value {
  if (Array.isArray(value)) {
    const elements = include ? value.filter((v) => isDoc(v) || Array.isArray(v)) : value;
    return elements.map((v) => prune(v, tree, include));
  }
  if (!isDoc(value)) return include ? undefined : value;
  const keptFields: Doc = {};
  for (const field of Object.keys(value)) {
    const below = tree.get(field);
    const isKept = (below !== undefined) === include;
    const part =
      below instanceof Map ? prune(value[field], below, include) : isKept ? value[field] : undefined;
    if (part !== undefined) setField(keptFields, field, part);
  }
  return keptFields;
}
