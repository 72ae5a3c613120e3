import { commitDurably, type Store } from "./store.ts";
import { abort, begin, see, write, WriteConflict } from "./transaction.ts";
import type { Collection } from "./collection.ts";
import type { CollectionIndex } from "./collection-index.ts";

const SESSION_LIFETIME_MS = 30 * 60_000;

/** Ends cursors and transactions that clients left behind, so that a vanished client does not block others. */
export function expireIdle(
  { sessions, cursors, catalog }: Store,
  transactionLifetimeMs: number,
  nowMs: number,
): void {
  for (const session of sessions.values()) {
    const idleMs = nowMs - session.usedAtMs;
    if (session.transaction && idleMs > transactionLifetimeMs) abort(catalog, session.transaction);
    if (idleMs > SESSION_LIFETIME_MS && !session.running) sessions.delete(session.id);
  }
  cursors.expire(nowMs);
}

/** Deletes the documents whose time in a TTL index has passed. */
export function expireDocuments(store: Store, nowMs: number): void {
  for (const collection of store.catalog.collections()) {
    for (const index of collection.indexes.values()) {
      if (index.spec.expireAfterSeconds !== undefined) expireThrough(store, collection, index, nowMs);
    }
  }
}

function expireThrough(store: Store, collection: Collection, index: CollectionIndex, nowMs: number): void {
  const limit = new Date(nowMs - 1000 * (index.spec.expireAfterSeconds ?? 0));
  const expiredEntries = [...index.scan([{ low: [new Date(-8.64e15)], high: [limit] }], false)];
  for (const { row } of expiredEntries) {
    const transaction = begin(store.catalog, false);
    const doc = see(transaction, row);
    const isDue = doc && index.keysOf(doc).some(([key]) => key instanceof Date && key <= limit);
    try {
      if (isDue) write(transaction, collection, row, undefined);
      commitDurably(store, transaction);
    } catch (error) {
      abort(store.catalog, transaction);
      // Somebody is writing it; the next round tries again.
      if (!(error instanceof WriteConflict)) throw error;
    }
  }
}
