import type { Catalog } from "./catalog.ts";
import { type Collection, ID_INDEX } from "./collection.ts";
import type { IndexSpec } from "./collection-index.ts";
import { keyOf } from "./order.ts";
import type { Doc, Value } from "./values.ts";

/** What one statement of a session answered, so that a retry after a crash gets the same answer. */
export interface SessionRecord {
  session: string;
  txnNumber: number;
  /** Number of the statement within its command; undefined: the transaction was committed. */
  statement?: number;
  result?: Doc;
}

/** One change, as it is written to the journal and replayed from it. */
export type JournalEntry =
  | { op: "store"; db: string; name: string; doc: Doc }
  | { op: "remove"; db: string; name: string; id: Value }
  | { op: "create"; db: string; name: string }
  | { op: "createIndex"; db: string; name: string; spec: IndexSpec }
  | { op: "dropIndex"; db: string; name: string; index: string }
  | { op: "drop"; db: string; name: string }
  | { op: "dropDatabase"; db: string }
  | ({ op: "session" } & SessionRecord);

export const createdEntry = ({ db, name }: Collection): JournalEntry => ({ op: "create", db, name });
export const storedEntry = ({ db, name }: Collection, doc: Doc): JournalEntry => ({
  op: "store",
  db,
  name,
  doc,
});
export const removalEntry = ({ db, name }: Collection, doc: Doc): JournalEntry => ({
  op: "remove",
  db,
  name,
  id: doc._id,
});

/** Everything that is committed, as the entries that would rebuild it. */
export function* snapshotEntries(catalog: Catalog): Iterable<JournalEntry> {
  for (const collection of catalog.collections()) {
    if (collection.creator) continue;
    const { db, name } = collection;
    yield createdEntry(collection);
    for (const { spec } of collection.indexes.values()) {
      if (spec.name !== ID_INDEX) yield { op: "createIndex", db, name, spec };
    }
    for (const row of collection.rows.values())
      if (row.current?.doc) yield storedEntry(collection, row.current.doc);
  }
}

/** Applies an entry of a replayed journal. */
export function applyEntry(catalog: Catalog, entry: Exclude<JournalEntry, { op: "session" }>): void {
  if (entry.op === "dropDatabase") {
    catalog.removeDatabase(entry.db);
    return;
  }
  const { db, name } = entry;
  if (entry.op === "drop") {
    catalog.remove(db, name);
    return;
  }
  const collection = catalog.get(db, name) ?? catalog.create(db, name);
  if (entry.op === "createIndex") useIndex(collection, entry.spec);
  else if (entry.op === "dropIndex") collection.dropIndex(entry.index);
  else if (entry.op === "store") setRow(collection, entry.doc._id, entry.doc);
  else if (entry.op === "remove") setRow(collection, entry.id, undefined);
}

function useIndex(collection: Collection, spec: IndexSpec): void {
  const index = collection.buildIndex(spec);
  if (index) collection.indexes.set(spec.name, index);
}

function setRow(collection: Collection, id: Value, doc: Doc | undefined): void {
  const row = collection.rowFor(id);
  const before = row.current?.doc;
  row.current = doc && { doc, timestamp: 0, previous: undefined };
  if (before) collection.removeFromIndexes(row, before);
  if (doc) collection.addToIndexes(row, doc);
  else collection.rows.delete(keyOf(id));
  collection.count += Number(doc !== undefined) - Number(before !== undefined);
}
