import { randomUUID } from "node:crypto";
import { type CollectionIndex, createIndex, type IndexSpec } from "./collection-index.ts";
import { fail, StoreError } from "./errors.ts";
import { equal, keyOf, tupleKey } from "./order.ts";
import { keptDocs, type Row } from "./rows.ts";
import type { Transaction } from "./transaction.ts";
import { type Doc, show, type Value } from "./values.ts";

export const ID_INDEX = "_id_";

export interface Collection {
  readonly db: string;
  readonly name: string;
  readonly namespace: string;
  readonly uuid: string;
  /** By {@link keyOf} of the `_id`. */
  readonly rows: Map<string, Row>;
  readonly indexes: Map<string, CollectionIndex>;
  /** Live committed documents. */
  count: number;
  /** Set while the transaction that created it is open: nobody else sees it. */
  creator: Transaction | undefined;
  /** Finds or makes the row of an `_id`. */
  rowFor(id: Value): Row;
  addToIndexes(row: Row, doc: Doc): void;
  /** Takes a superseded version out of the indexes, but for keys of versions still kept. */
  removeFromIndexes(row: Row, doc: Doc): void;
  /** Replaces a version that nobody sees any more. */
  moveInIndexes(row: Row, before: Doc, after: Doc): void;
  /**
   * Builds an index that is not used yet.
   *
   * @returns undefined if there is such an index already
   * @throws StoreError DuplicateKey
   */
  buildIndex(spec: IndexSpec): CollectionIndex | undefined;
  dropIndex(name: string): void;
}

export function createCollection(db: string, name: string): Collection {
  let arrivals = 0;
  const idIndex = createIndex({ name: ID_INDEX, key: { _id: 1 } });
  const indexes = new Map([[ID_INDEX, idIndex]]);
  const rows = new Map<string, Row>();
  const collection: Collection = {
    db,
    name,
    namespace: `${db}.${name}`,
    uuid: randomUUID(),
    rows,
    indexes,
    count: 0,
    creator: undefined,
    rowFor(id) {
      const key = keyOf(id);
      const known = rows.get(key);
      if (known) return known;
      const row: Row = { sequence: arrivals++, key, current: undefined, lock: undefined, pending: undefined };
      rows.set(key, row);
      return row;
    },
    addToIndexes(row, doc) {
      for (const index of indexes.values()) index.add(doc, row);
    },
    removeFromIndexes(row, doc) {
      const kept = keptDocs(row);
      for (const index of indexes.values()) index.remove(doc, row, kept);
    },
    moveInIndexes(row, before, after) {
      for (const index of indexes.values()) index.move(before, after, row);
    },
    buildIndex(spec) {
      if (isKnown(collection, spec)) return undefined;
      const index = createIndex(spec);
      const taken = new Map<string, Row>();
      for (const row of rows.values()) {
        for (const doc of keptDocs(row)) {
          if (spec.unique && doc === row.current?.doc) {
            for (const key of index.keysOf(doc).map(tupleKey)) {
              if (taken.has(key)) throw duplicateKey(collection, index, doc);
              taken.set(key, row);
            }
          }
          index.add(doc, row);
        }
      }
      return index;
    },
    dropIndex(indexName) {
      if (indexName === ID_INDEX) fail("InvalidOptions", "cannot drop _id index");
      if (!indexes.delete(indexName)) fail("IndexNotFound", `index not found with name [${indexName}]`);
    },
  };
  return collection;
}

/**
 * Whether the collection has the index already.
 *
 * @throws StoreError if another index has the name, or the same keys under another name
 */
export function isKnown({ indexes }: Collection, spec: IndexSpec): boolean {
  const sameName = indexes.get(spec.name)?.spec;
  if (sameName) {
    if (sameSpec(sameName, spec)) return true;
    return fail(
      "IndexKeySpecsConflict",
      `An existing index has the same name as the requested index '${spec.name}' but other keys or options`,
    );
  }
  for (const { spec: other } of indexes.values()) {
    if (sameSpec({ ...other, name: spec.name }, spec)) {
      return fail("IndexOptionsConflict", `Index already exists with a different name: ${other.name}`);
    }
  }
  return false;
}

const sameSpec = (a: IndexSpec, b: IndexSpec) => equal(specDoc(a), specDoc(b));

/** An index specification as `listIndexes` shows it. */
export function specDoc({
  name,
  key,
  unique,
  sparse,
  partialFilterExpression,
  expireAfterSeconds,
}: IndexSpec): Doc {
  return {
    v: 2,
    key,
    name,
    ...(unique ? { unique } : {}),
    ...(sparse ? { sparse } : {}),
    ...(partialFilterExpression ? { partialFilterExpression } : {}),
    ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }),
  };
}

/** The server's error for a taken unique key. */
export function duplicateKey(collection: Collection, index: CollectionIndex, doc: Doc): StoreError {
  const [key = []] = index.keysOf(doc);
  const keyValue: Doc = Object.fromEntries(index.fields.map(({ path }, i) => [path, key[i] ?? null]));
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${show(value)}`);
  return new StoreError(
    "DuplicateKey",
    `E11000 duplicate key error collection: ${collection.namespace} index: ${index.spec.name} dup key: { ${shown.join(", ")} }`,
    { extra: { keyPattern: index.spec.key, keyValue } },
  );
}
