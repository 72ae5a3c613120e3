import { type Collection, createCollection } from "./collection.ts";
import type { Row } from "./rows.ts";
import type { Transaction } from "./transaction.ts";
import type { Doc } from "./values.ts";

interface Superseded {
  readonly timestamp: number;
  readonly collection: Collection;
  readonly row: Row;
}

/** All collections, and what their transactions share. */
export interface Catalog {
  /** Timestamp of the last commit. */
  clock: number;
  /** Multi-statement transactions in progress: their snapshots are kept. */
  readonly open: Set<Transaction>;
  /** Rows with versions superseded at a timestamp, oldest first. */
  readonly superseded: Superseded[];
  get(db: string, name: string): Collection | undefined;
  create(db: string, name: string): Collection;
  remove(db: string, name: string): void;
  removeDatabase(db: string): void;
  databases(): string[];
  /** The collections of one database, or of all. */
  collections(db?: string): Collection[];
  /** Drops the versions that no open snapshot can see. */
  collectGarbage(): void;
  /** Resolves when some multi-statement transaction ends, or after a time. */
  waitForRelease(atMostMs: number): Promise<void>;
  wakeWaiters(): void;
}

export function createCatalog(): Catalog {
  const databases = new Map<string, Map<string, Collection>>();
  const waiters = new Set<() => void>();
  const catalog: Catalog = {
    clock: 0,
    open: new Set(),
    superseded: [],
    get: (db, name) => databases.get(db)?.get(name),
    create(db, name) {
      const collection = createCollection(db, name);
      const collections = databases.get(db) ?? new Map<string, Collection>();
      databases.set(db, collections.set(name, collection));
      return collection;
    },
    remove(db, name) {
      const collections = databases.get(db);
      collections?.delete(name);
      if (collections?.size === 0) databases.delete(db);
    },
    removeDatabase: (db) => void databases.delete(db),
    databases: () => [...databases.keys()],
    collections(db) {
      const chosen =
        db === undefined ? [...databases.values()] : [databases.get(db) ?? new Map<string, Collection>()];
      return chosen.flatMap((members) => members.values().toArray());
    },
    collectGarbage() {
      let oldest = Infinity;
      for (const { snapshot } of catalog.open) oldest = Math.min(oldest, snapshot);
      const kept = catalog.superseded.findIndex(({ timestamp }) => timestamp > oldest);
      const done = catalog.superseded.splice(0, kept < 0 ? Infinity : kept);
      for (const { collection, row } of done) prune(collection, row, oldest);
    },
    waitForRelease: (atMostMs) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiters.delete(done);
          resolve();
        };
        const timer = setTimeout(done, atMostMs);
        waiters.add(done);
      }),
    wakeWaiters() {
      for (const wake of waiters) wake();
    },
  };
  return catalog;
}

/** Forgets the versions of a row that no snapshot from `oldest` on sees. */
function prune(collection: Collection, row: Row, oldest: number): void {
  let version = row.current;
  while (version && version.timestamp > oldest) version = version.previous;
  if (!version) return;
  const forgotten: Doc[] = [];
  for (let old = version.previous; old; old = old.previous) if (old.doc) forgotten.push(old.doc);
  version.previous = undefined;
  for (const doc of forgotten) collection.removeFromIndexes(row, doc);
  const isGone = version === row.current && !version.doc && !row.lock;
  if (isGone && collection.rows.get(row.key) === row) collection.rows.delete(row.key);
}
