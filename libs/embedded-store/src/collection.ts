import { type CollectionIndex, createIndex, type IndexSpec } from "./collection-index.ts";
import { fail, StoreError } from "./errors.ts";
import { equal, keyOf, tupleKey } from "./order.ts";
import { keptDocs, type Row, type Writer } from "./row.ts";
import { type Doc, show, type Value } from "./values.ts";

export const ID_INDEX = "_id_";

export type Collection = ReturnType<typeof createCollection>;

export function createCollection(db: string, name: string) {
  let arrivals = 0;
  /** By {@link keyOf} of the `_id`. */
  const rows = new Map<string, Row>();
  const indexes = new Map([[ID_INDEX, createIndex({ name: ID_INDEX, key: { _id: 1 } })]]);
  return {
    db,
    name,
    namespace: `${db}.${name}`,
    rows,
    indexes,
    /** Live committed documents. */
    count: 0,
    isDropped: false,
    /** Set while the creating transaction is open; nobody else sees the collection. */
    creator: undefined as Writer | undefined,
    /** Finds or makes the row of an `_id`. */
    rowFor(id: Value): Row {
      const key = keyOf(id);
      const knownRow = rows.get(key);
      if (knownRow) return knownRow;
      const row: Row = { sequence: arrivals++, key, current: undefined, lock: undefined, pending: undefined };
      rows.set(key, row);
      return row;
    },
    /** Updates the indexes after a row's document was replaced, added or removed. */
    reindex(row: Row, goneDoc: Doc | undefined, come?: Doc): void {
      const otherDocs = keptDocs(row).filter((doc) => doc !== come);
      for (const index of indexes.values()) index.replace(row, goneDoc, come, otherDocs);
    },
    /**
     * Builds an index that is not used yet.
     *
     * @throws StoreError DuplicateKey
     */
    buildIndex(spec: IndexSpec): CollectionIndex {
      const index = createIndex(spec);
      const takenKeys = new Set<string>();
      for (const row of rows.values()) {
        const { doc } = row.current ?? {};
        for (const key of spec.unique && doc ? index.keysOf(doc).map(tupleKey) : []) {
          if (takenKeys.has(key)) throw duplicateKey(this.namespace, index, doc!);
          takenKeys.add(key);
        }
        for (const keptDoc of keptDocs(row)) index.replace(row, undefined, keptDoc, []);
      }
      return index;
    },
  };
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
  for (const { spec: otherSpec } of indexes.values()) {
    if (sameSpec({ ...otherSpec, name: spec.name }, spec)) {
      return fail("IndexOptionsConflict", `Index already exists with a different name: ${otherSpec.name}`);
    }
  }
  return false;
}

const sameSpec = (a: IndexSpec, b: IndexSpec) => equal(specDoc(a), specDoc(b));

/** An index specification as `listIndexes` shows it. */
export const specDoc = (spec: IndexSpec): Doc => ({ v: 2, ...spec });

/** The server's error for a taken unique key. */
export function duplicateKey(namespace: string, index: CollectionIndex, doc: Doc): StoreError {
  const [key = []] = index.keysOf(doc);
  const keyValue: Doc = Object.fromEntries(index.fields.map(({ path }, i) => [path, key[i] ?? null]));
  const shownFields = Object.entries(keyValue).map(([path, value]) => `${path}: ${show(value)}`);
  return new StoreError(
    "DuplicateKey",
    `E11000 duplicate key error collection: ${namespace} index: ${index.spec.name} dup key: { ${shownFields.join(", ")} }`,
    { extra: { keyPattern: index.spec.key, keyValue } },
  );
}
