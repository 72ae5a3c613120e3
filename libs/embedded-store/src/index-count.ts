import { ObjectId } from "bson";
import type { Catalog } from "./catalog.ts";
import { type Collection, keptDocs, type Row } from "./collection.ts";
import type { CollectionIndex, IndexKey } from "./collection-index.ts";
import { tupleKey } from "./order.ts";
import { type Doc, isNumber, type Value } from "./values.ts";

/**
 * How many committed documents match, from the entries of an index alone.
 *
 * @returns undefined when no index has an entry for each match and none beside: the documents must be looked at
 */
export function countByIndex(
  { superseded, open }: Catalog,
  collection: Collection,
  filter: Doc,
): number | undefined {
  const paths = Object.keys(filter);
  if (paths.length === 0 || !Object.entries(filter).every(isPlain)) return undefined;
  const index = [...collection.indexes.values()].find((candidate) => answers(candidate, paths));
  if (!index) return undefined;
  const key = index.fields.slice(0, paths.length).map(({ path }) => filter[path]);
  const total = index.count([{ low: key, high: key }]);
  const rows = new Set(superseded.flatMap((old) => (old.collection === collection ? [old.row] : [])));
  for (const { touched } of open) {
    for (const [row, owner] of touched) if (owner === collection) rows.add(row);
  }
  return [...rows].reduce((sum, row) => sum - staleEntries(index, key, row), total);
}

/** An index of all documents that begins with these paths, and in which none of them has two entries for one key. */
function answers(index: CollectionIndex, paths: readonly string[]): boolean {
  const { spec, fields } = index;
  const leading = new Set(fields.slice(0, paths.length).map(({ path }) => path));
  return (
    !spec.partialFilterExpression &&
    paths.every((path) => leading.has(path)) &&
    !fields.slice(paths.length).some(({ path }) => index.isMultikey(path))
  );
}

/** A value that a filter holds equal to exactly what an index does, which has null for what is missing. */
const isPlain = ([path, value]: [path: string, value: Value]) =>
  // Within arrays of documents some may have the field and some not.
  (value === null && !path.includes(".")) ||
  typeof value === "string" ||
  typeof value === "boolean" ||
  isNumber(value) ||
  value instanceof ObjectId ||
  value instanceof Date;

/** Entries under the key that belong to versions kept for older snapshots, or to come, only. */
function staleEntries(index: CollectionIndex, key: IndexKey, row: Row): number {
  const entriesOf = (doc: Doc) => index.keysOf(doc).filter((own) => index.compareKeys(own, key) === 0);
  const current = row.current?.doc ? entriesOf(row.current.doc).length : 0;
  return new Set(keptDocs(row).flatMap(entriesOf).map(tupleKey)).size - current;
}
