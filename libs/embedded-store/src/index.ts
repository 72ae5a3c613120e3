import { mkdirSync } from "node:fs";
import { createCatalog } from "./catalog.ts";
import { REPLICA_SET } from "./commands/administration.ts";
import { createCursors } from "./cursors.ts";
import type { Engine } from "./engine.ts";
import { createFailPoint } from "./fail-point.ts";
import { expireDocuments, expireIdle } from "./housekeeping.ts";
import { openJournal } from "./journal.ts";
import { applyEntry, snapshotEntries } from "./journal-entries.ts";
import { lockDirectory } from "./lock-file.ts";
import { createWireServer } from "./server.ts";
import { createSessions } from "./sessions.ts";
import { abort } from "./transaction.ts";

export { lockDirectory } from "./lock-file.ts";

/** Options of {@link startEmbeddedStore}. */
export interface EmbeddedStoreOptions {
  /** TCP port on 127.0.0.1; 0, the default, picks a free one. */
  port?: number;
  /** Directory of the journal; without it nothing outlives the process. */
  dataDir?: string;
  /** Force each commit to the disk before it is acknowledged: safe against power failure, not just a killed process. */
  fsync?: boolean;
  /** How long a transaction may stay without a command before it is aborted; a minute. */
  transactionLifetimeMs?: number;
  /** How often expired documents of TTL indexes are looked for; a minute. */
  ttlIntervalMs?: number;
  /** A journal smaller than this is not compacted; a megabyte. */
  compactAboveBytes?: number;
  /** Told of what the operator should know; standard error. */
  warn?: (message: string) => void;
}

export interface EmbeddedStore {
  /** Connection string for the official driver, with the replica set's name. */
  readonly uri: string;
  /** Closes all connections and the journal; open transactions are aborted. */
  stop(): Promise<void>;
}

const noLock = () => undefined;
const HOUSEKEEPING_INTERVAL_MS = 1_000;

/**
 * Starts the development store: a small MongoDB-compatible server on loopback, for machines without one.
 *
 * @throws Error with NODE_ENV=production, for a data directory that another process uses, for a damaged journal and
 * for a port that is taken
 */
export async function startEmbeddedStore(options: EmbeddedStoreOptions = {}): Promise<EmbeddedStore> {
  if (process.env.NODE_ENV === "production") {
    throw new Error(
      "the embedded store is for development only: with NODE_ENV=production, set MONGODB_URI to a replica set",
    );
  }
  const warn = options.warn ?? ((message) => console.error(`embedded store: ${message}`));
  const { engine, server, close } = await openEngine(options, warn);
  try {
    await server.listen(options.port ?? 0);
  } catch (error) {
    await close();
    throw error;
  }
  const guarded = (work: () => void) => () => {
    try {
      work();
    } catch (error) {
      warn(`housekeeping failed: ${String(error)}`);
    }
  };
  const { transactionLifetimeMs = 60_000, ttlIntervalMs = 60_000 } = options;
  const timers = [
    setInterval(
      guarded(() => expireIdle(engine, transactionLifetimeMs, Date.now())),
      Math.min(HOUSEKEEPING_INTERVAL_MS, transactionLifetimeMs),
    ),
    setInterval(
      guarded(() => expireDocuments(engine, Date.now())),
      ttlIntervalMs,
    ),
  ];
  for (const timer of timers) timer.unref();
  let stopping: Promise<void> | undefined;
  return {
    uri: `mongodb://${server.address()}/?replicaSet=${REPLICA_SET}`,
    stop() {
      for (const timer of timers) clearInterval(timer);
      stopping ??= close();
      return stopping;
    },
  };
}

async function openEngine(
  { dataDir, fsync = false, compactAboveBytes = 2 ** 20 }: EmbeddedStoreOptions,
  warn: (message: string) => void,
) {
  const catalog = createCatalog();
  const sessions = createSessions();
  const engine: Engine = {
    catalog,
    sessions,
    cursors: createCursors(),
    failPoint: createFailPoint(),
    commandCounts: new Map(),
    address: () => server.address(),
    journal: undefined,
  };
  const server = createWireServer(engine, warn);
  let unlock: () => void = noLock;
  if (dataDir !== undefined) {
    mkdirSync(dataDir, { recursive: true });
    unlock = lockDirectory(dataDir);
    try {
      engine.journal = await openJournal({
        dataDir,
        fsync,
        compactAboveBytes,
        warn,
        apply: (entry) => (entry.op === "session" ? sessions.restore(entry) : applyEntry(catalog, entry)),
        *snapshot() {
          yield* snapshotEntries(catalog);
          for (const record of sessions.records()) yield { op: "session", ...record };
        },
        countLive: () => catalog.collections().reduce((total, { count }) => total + count + 1, 0),
      });
    } catch (error) {
      unlock();
      throw error;
    }
  }
  const close = async () => {
    for (const transaction of catalog.open) abort(catalog, transaction);
    await server.close();
    await engine.journal?.close();
    unlock();
  };
  return { engine, server, close };
}
