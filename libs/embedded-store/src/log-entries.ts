import type { Catalog } from "./catalog.ts";
import { type Collection, ID_INDEX } from "./collection.ts";
import type { IndexSpec } from "./collection-index.ts";
import { keyOf } from "./order.ts";
import type { Doc, Value } from "./values.ts";

/** The answer of one statement of a session, so that a retry after a crash gets the same answer. */
export interface SessionRecord {
  session: string;
  txnNumber: number;
  /** Number of the statement within its command; undefined: the transaction was committed. */
  statement?: number;
  result?: Doc;
}

/** One change in the log. */
export type LogEntry =
  | { op: "store"; db: string; name: string; doc: Doc }
  | { op: "remove"; db: string; name: string; id: Value }
  | { op: "create"; db: string; name: string }
  | { op: "createIndex"; db: string; name: string; spec: IndexSpec }
  | { op: "dropIndex"; db: string; name: string; index: string }
  | { op: "drop"; db: string; name: string }
  | { op: "dropDatabase"; db: string }
  | ({ op: "session" } & SessionRecord);

/** Entries that rebuild the committed state. */
export function* snapshotEntries(catalog: Catalog): Iterable<LogEntry> {
  for (const { db, name, indexes, rows, creator } of catalog.collections()) {
    if (creator) continue;
    yield { op: "create", db, name };
    for (const { spec } of indexes.values()) {
      if (spec.name !== ID_INDEX) yield { op: "createIndex", db, name, spec };
    }
    for (const { current } of rows.values())
      if (current?.doc) yield { op: "store", db, name, doc: current.doc };
  }
}

/** Applies an entry of a replayed log. */
export function applyEntry(catalog: Catalog, entry: Exclude<LogEntry, { op: "session" }>): void {
  const { op, db } = entry;
  if (op === "dropDatabase") return catalog.removeDatabase(db);
  const { name } = entry;
  if (op === "drop") return catalog.remove(db, name);
  const collection = catalog.get(db, name) ?? catalog.create(db, name);
  switch (op) {
    case "create":
      break;
    case "createIndex":
      collection.indexes.set(entry.spec.name, collection.buildIndex(entry.spec));
      break;
    case "dropIndex":
      collection.indexes.delete(entry.index);
      break;
    case "store":
      setRow(collection, entry.doc._id, entry.doc);
      break;
    case "remove":
      setRow(collection, entry.id, undefined);
      break;
    default:
      throw new Error(`the log has an unknown entry: ${String(op satisfies never)}`);
  }
}

function setRow(collection: Collection, id: Value, doc: Doc | undefined): void {
  const row = collection.rowFor(id);
  const before = row.current?.doc;
  row.current = doc && { doc, timestamp: 0, previous: undefined };
  collection.reindex(row, before, doc);
  if (!doc) collection.rows.delete(keyOf(id));
  collection.count += Number(doc !== undefined) - Number(before !== undefined);
}
