import { calculateObjectSize } from "bson";
import { type Collection, duplicateKey, ID_INDEX } from "./collection.ts";
import type { CollectionIndex } from "./collection-index.ts";
import type { Catalog } from "./catalog.ts";
import { fail } from "./errors.ts";
import { tupleKey } from "./order.ts";
import { createdEntry, type JournalEntry, removalEntry, storedEntry } from "./journal-entries.ts";
import type { Row } from "./rows.ts";
import { type Doc, MAX_DOCUMENT_BYTES } from "./values.ts";

/** A unit of atomic work: a session's transaction, or the implicit one around a single statement. */
export interface Transaction {
  /** Versions up to this one are seen; Infinity outside sessions' transactions: the latest. */
  readonly snapshot: number;
  /** Several statements under one snapshot. */
  readonly isMultiStatement: boolean;
  readonly touched: Map<Row, Collection>;
  readonly created: Collection[];
  state: "open" | "committed" | "aborted";
}

/** Another transaction holds, or has overtaken, what this one wants to write. */
export class WriteConflict extends Error {}

export function begin(catalog: Catalog, isMultiStatement: boolean): Transaction {
  const transaction: Transaction = {
    snapshot: isMultiStatement ? catalog.clock : Infinity,
    isMultiStatement,
    touched: new Map(),
    created: [],
    state: "open",
  };
  if (isMultiStatement) catalog.open.add(transaction);
  return transaction;
}

/** The document of a row as the transaction sees it. */
export function see(transaction: Transaction, row: Row): Doc | undefined {
  if (row.lock === transaction) return row.pending;
  let version = row.current;
  while (version && version.timestamp > transaction.snapshot) version = version.previous;
  return version?.doc;
}

/**
 * Inserts a document.
 *
 * @throws StoreError DuplicateKey, BSONObjectTooLarge
 * @throws WriteConflict
 */
export function insert(transaction: Transaction, collection: Collection, doc: Doc): void {
  const row = collection.rowFor(doc._id);
  try {
    claim(transaction, row);
    if (see(transaction, row)) throw duplicateKey(collection, collection.indexes.get(ID_INDEX)!, doc);
    write(transaction, collection, row, doc);
  } finally {
    if (!row.lock && !row.current) collection.rows.delete(row.key);
  }
}

/**
 * Replaces a row's document, or deletes it.
 *
 * @throws StoreError DuplicateKey, BSONObjectTooLarge
 * @throws WriteConflict
 */
export function write(
  transaction: Transaction,
  collection: Collection,
  row: Row,
  doc: Doc | undefined,
): void {
  claim(transaction, row);
  if (doc) {
    checkSize(doc);
    checkUnique(transaction, collection, row, doc);
  }
  if (row.lock === transaction && row.pending) releaseKeys(collection, row, row.pending);
  row.lock = transaction;
  row.pending = doc;
  transaction.touched.set(row, collection);
  if (doc) {
    for (const index of uniqueIndexes(collection)) {
      for (const key of index.keysOf(doc)) index.pending.set(tupleKey(key), row);
    }
  }
}

function checkSize(doc: Doc): void {
  const bytes = calculateObjectSize(doc);
  if (bytes > MAX_DOCUMENT_BYTES) {
    fail("BSONObjectTooLarge", `the document is too large: ${bytes} bytes, at most ${MAX_DOCUMENT_BYTES}`);
  }
}

function claim(transaction: Transaction, row: Row): void {
  const held = row.lock !== undefined && row.lock !== transaction;
  const overtaken = row.current !== undefined && row.current.timestamp > transaction.snapshot;
  if (held || overtaken) throw new WriteConflict();
}

const uniqueIndexes = ({ indexes }: Collection) => [...indexes.values()].filter(({ spec }) => spec.unique);

function checkUnique(transaction: Transaction, collection: Collection, self: Row, doc: Doc): void {
  for (const index of collection.indexes.values()) {
    // All index keys are made here, so that a document that cannot be indexed is refused before it is locked.
    const keys = index.keysOf(doc);
    if (!index.spec.unique) continue;
    for (const key of keys) {
      const taker = index.pending.get(tupleKey(key));
      if (taker && taker !== self) {
        if (taker.lock === transaction) throw duplicateKey(collection, index, doc);
        throw new WriteConflict();
      }
      for (const { row } of index.scan([{ low: key, high: key }], false)) {
        if (row !== self) checkHolder(transaction, collection, index, row, doc, tupleKey(key));
      }
    }
  }
}

/** A row that has, or had, the key that `doc` wants. */
function checkHolder(
  transaction: Transaction,
  collection: Collection,
  index: CollectionIndex,
  row: Row,
  doc: Doc,
  key: string,
): void {
  const holds = (held: Doc | undefined) =>
    held !== undefined && index.keysOf(held).some((other) => tupleKey(other) === key);
  const heldByOther = row.lock !== undefined && row.lock !== transaction;
  if (holds(see(transaction, row))) {
    if (heldByOther) throw new WriteConflict();
    throw duplicateKey(collection, index, doc);
  }
  const isLater = row.current !== undefined && row.current.timestamp > transaction.snapshot;
  if (row.lock !== transaction && isLater && holds(row.current?.doc)) throw new WriteConflict();
}

function releaseKeys(collection: Collection, row: Row, doc: Doc): void {
  for (const index of uniqueIndexes(collection)) {
    for (const key of index.keysOf(doc).map(tupleKey)) {
      if (index.pending.get(key) === row) index.pending.delete(key);
    }
  }
}

/** What a commit would change, for the journal. */
export function changesOf({ created, touched }: Transaction): JournalEntry[] {
  const entries = created.map(createdEntry);
  for (const [row, collection] of touched) {
    if (row.pending) entries.push(storedEntry(collection, row.pending));
    else if (row.current?.doc) entries.push(removalEntry(collection, row.current.doc));
  }
  return entries;
}

/** Makes the transaction's writes visible. The journal has them already. */
export function commit(catalog: Catalog, transaction: Transaction): void {
  const timestamp = ++catalog.clock;
  const others = catalog.open.size > (transaction.isMultiStatement ? 1 : 0);
  transaction.state = "committed";
  for (const [row, collection] of transaction.touched) {
    const before = row.current;
    const doc = row.pending;
    if (doc) releaseKeys(collection, row, doc);
    row.lock = undefined;
    row.pending = undefined;
    if (!doc && !before?.doc) {
      discard(catalog, collection, row);
      continue;
    }
    row.current = { doc, timestamp, previous: others ? before : undefined };
    collection.count += Number(doc !== undefined) - Number(before?.doc !== undefined);
    if (others) {
      if (doc) collection.addToIndexes(row, doc);
      catalog.superseded.push({ timestamp, collection, row });
    } else {
      replaceInIndexes(collection, row, before?.doc, doc);
      if (!doc) collection.rows.delete(row.key);
    }
  }
  for (const collection of transaction.created) collection.creator = undefined;
  end(catalog, transaction);
}

/** When no snapshot needs the version before. */
function replaceInIndexes(
  collection: Collection,
  row: Row,
  before: Doc | undefined,
  after: Doc | undefined,
): void {
  if (before && after) collection.moveInIndexes(row, before, after);
  else if (after) collection.addToIndexes(row, after);
  else if (before) collection.removeFromIndexes(row, before);
}

/** Undoes the transaction's writes; one that is over already stays as it is. */
export function abort(catalog: Catalog, transaction: Transaction): void {
  if (transaction.state !== "open") return;
  transaction.state = "aborted";
  for (const [row, collection] of transaction.touched) {
    if (row.pending) releaseKeys(collection, row, row.pending);
    row.lock = undefined;
    row.pending = undefined;
    discard(catalog, collection, row);
  }
  for (const { db, name } of transaction.created) catalog.remove(db, name);
  end(catalog, transaction);
}

/** A row left without a live version goes at once, or with the last snapshot that may still see it. */
function discard(catalog: Catalog, collection: Collection, row: Row): void {
  if (!row.current) collection.rows.delete(row.key);
  else if (!row.current.doc) {
    catalog.superseded.push({ timestamp: row.current.timestamp, collection, row });
  }
}

function end(catalog: Catalog, transaction: Transaction): void {
  transaction.touched.clear();
  if (!transaction.isMultiStatement) return;
  catalog.open.delete(transaction);
  catalog.collectGarbage();
  catalog.wakeWaiters();
}
