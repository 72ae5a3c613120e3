import { mkdirSync } from "node:fs";
import { ObjectId } from "bson";
import { createCatalog } from "./catalog.ts";
import { REPLICA_SET } from "./commands/administration.ts";
import { createCursors } from "./cursors.ts";
import type { Store } from "./store.ts";
import { type Heap, watchHeap } from "./heap.ts";
import { expireDocuments, expireIdle } from "./housekeeping.ts";
import { openLog } from "./log.ts";
import { applyEntry, snapshotEntries } from "./log-entries.ts";
import { lockDirectory } from "./lock-file.ts";
import { NEWEST_RELEASE, type Release } from "./releases.ts";
import { createWireServer } from "./server.ts";
import { restoreSession, sessionRecords, type Sessions } from "./sessions.ts";
import { abort } from "./transaction.ts";

export { lockDirectory } from "./lock-file.ts";
export { RELEASES, type Release } from "./releases.ts";

/** Options of {@link startEmbeddedStore}. */
export interface EmbeddedStoreOptions {
  /** TCP port on 127.0.0.1; 0, the default, picks a free one. */
  port?: number;
  /** Directory of the log. Default: none, and no data outlives the process. */
  dataDir?: string;
  /** Force each commit to the disk before it is acknowledged: safe against power failure, not just a killed process. */
  fsync?: boolean;
  /** How long a transaction may stay idle before it is aborted. Default: a minute. */
  transactionLifetimeMs?: number;
  /** Interval of the removal of expired documents. Default: a minute. */
  ttlIntervalMs?: number;
  /** Smaller logs are not compacted. Default: a megabyte. */
  compactAboveBytes?: number;
  /**
   * The release of MongoDB that it answers as, from 4.4 on: drivers choose commands by it. Default: the newest that it
   * knows.
   */
  release?: Release;
  /** Reports warnings for the operator. Default: to standard error. */
  warn?: (message: string) => void;
}

export interface EmbeddedStore {
  /** Connection string for the official driver, with the replica set's name. */
  readonly uri: string;
  /**
   * Lets the store act like a set of three members of which one is away, as far as index builds go: they wait for it
   * unless `commitQuorum` does without.
   */
  setMemberAway(isAway: boolean): void;
  /** Closes all connections and the log; open transactions are aborted. */
  stop(): Promise<void>;
}

const HOUSEKEEPING_INTERVAL_MS = 1_000;

/**
 * Starts the development store: a small MongoDB-compatible server on loopback, for machines without one.
 *
 * @throws Error with NODE_ENV=production, for a data directory that another process uses, for a damaged log and
 * for a port that is taken
 */
export async function startEmbeddedStore(options: EmbeddedStoreOptions = {}): Promise<EmbeddedStore> {
  if (process.env.NODE_ENV === "production") {
    throw new Error(
      "the embedded store is for development only: with NODE_ENV=production, set MONGODB_URI to a replica set",
    );
  }
  const warn = options.warn ?? ((message) => console.error(`embedded store: ${message}`));
  const { transactionLifetimeMs = 60_000, ttlIntervalMs = 60_000 } = options;
  const heap = watchHeap(warn);
  const { store, unlock } = openStore(options, warn, heap);
  const server = createWireServer(store, warn);
  store.address = () => server.address();
  const every = (intervalMs: number, work: (nowMs: number) => void) =>
    setInterval(() => {
      try {
        work(Date.now());
      } catch (error) {
        warn(`housekeeping failed: ${String(error)}`);
      }
    }, intervalMs).unref();
  const timers = [
    every(Math.min(HOUSEKEEPING_INTERVAL_MS, transactionLifetimeMs), (nowMs) =>
      expireIdle(store, transactionLifetimeMs, nowMs),
    ),
    every(ttlIntervalMs, (nowMs) => expireDocuments(store, nowMs)),
  ];
  const close = async () => {
    for (const timer of timers) clearInterval(timer);
    for (const transaction of store.catalog.open) abort(store.catalog, transaction);
    await server.close();
    heap.close();
    store.log?.close();
    unlock();
  };
  try {
    await server.listen(options.port ?? 0);
  } catch (error) {
    await close();
    throw error;
  }
  let stopping: Promise<void> | undefined;
  return {
    uri: `mongodb://${server.address()}/?replicaSet=${REPLICA_SET}`,
    setMemberAway: (isAway) => {
      store.isMemberAway = isAway;
    },
    stop: () => (stopping ??= close()),
  };
}

/** Restores the state of a server from its log. */
function openStore(
  { dataDir, fsync = false, compactAboveBytes = 2 ** 20, release = NEWEST_RELEASE }: EmbeddedStoreOptions,
  warn: (message: string) => void,
  heap: Heap,
): { store: Store; unlock: () => void } {
  const catalog = createCatalog();
  const sessions: Sessions = new Map();
  const store: Store = {
    topologyVersion: { processId: new ObjectId(), counter: 0n },
    catalog,
    sessions,
    cursors: createCursors(),
    commandCounts: new Map(),
    address: () => "",
    log: undefined,
    isMemberAway: false,
    heap,
    release,
  };
  if (dataDir === undefined) return { store, unlock: () => undefined };
  mkdirSync(dataDir, { recursive: true });
  const unlock = lockDirectory(dataDir);
  try {
    store.log = openLog({
      dataDir,
      fsync,
      compactAboveBytes,
      warn,
      apply: (entry) =>
        entry.op === "session" ? restoreSession(sessions, entry) : applyEntry(catalog, entry),
      *snapshot() {
        yield* snapshotEntries(catalog);
        for (const record of sessionRecords(sessions)) yield { op: "session", ...record };
      },
      countLive: () => catalog.collections().reduce((total, { count }) => total + count + 1, 0),
    });
  } catch (error) {
    unlock();
    throw error;
  }
  return { store, unlock };
}
