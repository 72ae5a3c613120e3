import { type Collection, createCollection } from "./collection.ts";
import type { Row } from "./row.ts";
import type { Transaction } from "./transaction-state.ts";

interface Superseded {
  readonly timestamp: number;
  readonly collection: Collection;
  readonly row: Row;
}

export type Catalog = ReturnType<typeof createCatalog>;

/** All collections, and the state that their transactions share. */
export function createCatalog() {
  const databases = new Map<string, Map<string, Collection>>();
  const waiters = new Set<() => void>();
  return {
    /** Timestamp of the last commit. */
    clock: 0,
    /** Multi-statement transactions in progress, whose snapshots are kept. */
    open: new Set<Transaction>(),
    /** Rows with versions superseded at a timestamp, oldest first. */
    superseded: [] as Superseded[],
    get: (db: string, name: string): Collection | undefined => databases.get(db)?.get(name),
    create(db: string, name: string): Collection {
      const collection = createCollection(db, name);
      const collections = databases.get(db) ?? new Map<string, Collection>();
      databases.set(db, collections.set(name, collection));
      return collection;
    },
    remove(db: string, name: string): void {
      const collections = databases.get(db);
      const collection = collections?.get(name);
      if (collection) collection.isDropped = true;
      collections?.delete(name);
      if (collections?.size === 0) databases.delete(db);
    },
    removeDatabase(db: string): void {
      for (const name of databases.get(db)?.keys() ?? []) this.remove(db, name);
    },
    databases: (): string[] => [...databases.keys()],
    /** The collections of one database, or of all. */
    collections: (db?: string): Collection[] =>
      [...databases]
        .filter(([name]) => db === undefined || db === name)
        .flatMap(([, members]) => members.values().toArray()),
    /** Drops the versions that no open snapshot can see. */
    collectGarbage(): void {
      const oldest = Math.min(...Array.from(this.open, ({ snapshot }) => snapshot));
      const firstKept = this.superseded.findIndex(({ timestamp }) => timestamp > oldest);
      const doneVersions = this.superseded.splice(0, firstKept < 0 ? Infinity : firstKept);
      for (const { collection, row } of doneVersions) prune(collection, row, oldest);
    },
    /** Resolves when a multi-statement transaction ends, or after a time. */
    waitForRelease: (atMostMs: number): Promise<void> =>
      new Promise((resolve) => {
        const stopWaiting = () => {
          clearTimeout(timer);
          waiters.delete(stopWaiting);
          resolve();
        };
        const timer = setTimeout(stopWaiting, atMostMs);
        waiters.add(stopWaiting);
      }),
    wakeWaiters(): void {
      for (const wake of waiters) wake();
    },
  };
}

/** Forgets the versions of a row that no snapshot from `oldest` on sees. */
function prune(collection: Collection, row: Row, oldest: number): void {
  let version = row.current;
  while (version && version.timestamp > oldest) version = version.previous;
  if (!version) return;
  let old = version.previous;
  version.previous = undefined;
  for (; old; old = old.previous) if (old.doc) collection.reindex(row, old.doc);
  const isGone = version === row.current && !version.doc && !row.lock;
  if (isGone && collection.rows.get(row.key) === row) collection.rows.delete(row.key);
}
