import { calculateObjectSize } from "bson";
import { type Collection, duplicateKey, ID_INDEX } from "./collection.ts";
import type { CollectionIndex, IndexKey } from "./collection-index.ts";
import type { Catalog } from "./catalog.ts";
import { fail } from "./errors.ts";
import type { LogEntry } from "./log-entries.ts";
import type { Row } from "./row.ts";
import type { Transaction } from "./transaction-state.ts";
import { type Doc, MAX_DOCUMENT_BYTES } from "./values.ts";

/** Another transaction has locked or changed a row that this one wants to write. */
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
    // Before the lock: an id that another transaction is about to free is taken until that commits.
    if (see(transaction, row))
      throw duplicateKey(collection.namespace, collection.indexes.get(ID_INDEX)!, doc);
    write(transaction, collection, row, doc);
  } finally {
    if (!row.lock && !row.current) collection.rows.delete(row.key);
  }
}

/**
 * Replaces a row's document, or deletes it. The indexes have it from now on, so that other writers of its unique keys
 * see it.
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
  lockRow(transaction, row);
  if (doc) {
    checkSize(doc);
    checkUnique(transaction, collection, row, doc);
  }
  const { pending } = row;
  row.lock = transaction;
  row.pending = doc;
  transaction.touched.set(row, collection);
  collection.reindex(row, pending, doc);
}

function checkSize(doc: Doc): void {
  const bytes = calculateObjectSize(doc);
  if (bytes > MAX_DOCUMENT_BYTES) {
    fail("BSONObjectTooLarge", `the document is too large: ${bytes} bytes, at most ${MAX_DOCUMENT_BYTES}`);
  }
}

function lockRow(transaction: Transaction, row: Row): void {
  const isHeld = row.lock !== undefined && row.lock !== transaction;
  const isOvertaken = row.current !== undefined && row.current.timestamp > transaction.snapshot;
  if (isHeld || isOvertaken) throw new WriteConflict();
}

/**
 * Checks the unique keys of a document like the server: first for a conflict with another transaction that has added
 * one of them and is open, or committed after this snapshot; then for duplicates in the snapshot. So a key that another
 * transaction is about to free is taken for everybody.
 *
 * @throws WriteConflict
 * @throws StoreError DuplicateKey
 */
function checkUnique(transaction: Transaction, collection: Collection, self: Row, doc: Doc): void {
  const before = self.lock ? self.pending : self.current?.doc;
  for (const index of collection.indexes.values()) {
    // The row has these keys already.
    if (before && index.haveSameKeys(before, doc)) continue;
    // All index keys are made here, so that a document that cannot be indexed is refused before it is locked.
    const keys = index.keysOf(doc);
    for (const key of index.spec.unique ? keys : []) {
      const otherEntries = [...index.scan([{ low: key, high: key }])].filter(({ row }) => row !== self);
      if (otherEntries.some(({ row }) => isContended(transaction, index, row, key)))
        throw new WriteConflict();
      if (otherEntries.some(({ row }) => index.hasKey(see(transaction, row), key)))
        throw duplicateKey(collection.namespace, index, doc);
    }
  }
}

/** Whether another transaction has given a row the key, and the snapshot does not show it. */
function isContended(transaction: Transaction, index: CollectionIndex, row: Row, key: IndexKey): boolean {
  if (row.lock === transaction) return false;
  const isGiven = row.lock ? index.hasKey(row.pending, key) && !index.hasKey(row.current?.doc, key) : false;
  const isLater = row.current !== undefined && row.current.timestamp > transaction.snapshot;
  return (
    isGiven || (isLater && index.hasKey(row.current?.doc, key) && !index.hasKey(see(transaction, row), key))
  );
}

/** The changes of a commit, for the log. */
export function changesOf({ created, touched }: Transaction): LogEntry[] {
  const entries: LogEntry[] = created.map(({ db, name }) => ({ op: "create", db, name }));
  for (const [{ pending, current }, { db, name }] of touched) {
    if (pending) entries.push({ op: "store", db, name, doc: pending });
    else if (current?.doc) entries.push({ op: "remove", db, name, id: current.doc._id });
  }
  return entries;
}

/** Makes the transaction's writes visible. The log has them already. */
export function commit(catalog: Catalog, transaction: Transaction): void {
  const timestamp = ++catalog.clock;
  const hasOthers = catalog.open.size > (transaction.isMultiStatement ? 1 : 0);
  transaction.state = "committed";
  for (const [row, collection] of transaction.touched) {
    const before = row.current;
    const doc = row.pending;
    row.lock = undefined;
    row.pending = undefined;
    if (!doc && !before?.doc) {
      discard(catalog, collection, row);
      continue;
    }
    row.current = { doc, timestamp, previous: hasOthers ? before : undefined };
    collection.count += Number(doc !== undefined) - Number(before?.doc !== undefined);
    if (hasOthers) catalog.superseded.push({ timestamp, collection, row });
    else {
      if (before?.doc) collection.reindex(row, before.doc);
      if (!doc) collection.rows.delete(row.key);
    }
  }
  for (const collection of transaction.created) collection.creator = undefined;
  end(catalog, transaction);
}

/** Undoes the transaction's writes, unless it is over already. */
export function abort(catalog: Catalog, transaction: Transaction): void {
  if (transaction.state !== "open") return;
  transaction.state = "aborted";
  for (const [row, collection] of transaction.touched) {
    const { pending } = row;
    row.lock = undefined;
    row.pending = undefined;
    if (pending) collection.reindex(row, pending);
    discard(catalog, collection, row);
  }
  for (const { db, name } of transaction.created) catalog.remove(db, name);
  end(catalog, transaction);
}

/** Removes a row without a live version, at once or with the last snapshot that may still see it. */
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
