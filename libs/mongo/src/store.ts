import { setTimeout as delay } from "node:timers/promises";
import { type Tracing, UNRECORDED } from "@countersign/tracing";
import {
  type Db,
  MongoClient,
  type MongoClientOptions,
  MongoCompatibilityError,
  MongoServerError,
  MongoServerSelectionError,
  ReadPreference,
} from "mongodb";
import { claimStore, OtherVersionError } from "./store-version.ts";
import { type PrimaryWatch, readFreshFrom, watchPrimaryOf } from "./fresh-reads.ts";
import { traceCommands } from "./trace-commands.ts";

export interface ConnectStoreOptions {
  /** `mongodb://` URI of a replica set. */
  uri: string;
  dbName: string;
  /** Name of this client in the server's log. */
  appName: string;
  /**
   * How long an operation waits for a reachable primary. Default 2000 ms. The driver looks again at a lost server after
   * 500 ms (`minHeartbeatFrequencyMS`): with less, nothing that lost its connection can be retried.
   */
  serverSelectionTimeoutMs?: number;
  /** How long opening a connection may take. Default 2000 ms. */
  connectTimeoutMs?: number;
  /** How long an operation waits for a free connection. Default 2000 ms. */
  poolWaitTimeoutMs?: number;
  /** How long a connection may stay silent while an operation is on it. Default 20 000 ms. */
  socketTimeoutMs?: number;
  /**
   * How long a read outside transactions may take on the server. Default 15 000 ms: less than the socket waits, so that
   * the server ends a read that nobody waits for, and the driver does not ask twice.
   */
  readTimeoutMs?: number;
  /** Connections at most. Default 50. */
  maxPoolSize?: number;
  /** Traces transactions and the commands of traced work. Default: no traces. */
  tracing?: Tracing;
  /** Further options of the driver, such as command monitoring. */
  driver?: Omit<MongoClientOptions, "readConcern" | "writeConcern" | "w" | "readPreference">;
}

/** A connected MongoDB. */
export interface Store {
  client: MongoClient;
  /** Its reads return all writes acknowledged before them, also after an election. */
  db: Db;
  primary: PrimaryWatch;
  /** Traces its transactions. */
  tracing: Tracing;
  /** The transactions in progress. */
  transactions: Set<Promise<unknown>>;
  /** The collections whose indexes are being built. */
  builds: Set<string>;
  /**
   * Does work that takes as long as it takes, such as index builds, on a client without time-outs of sockets.
   *
   * @throws whatever the work throws
   */
  withoutTimeouts<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Asks the primary. @throws Error when it does not answer within the time-outs */
  ping(): Promise<void>;
  /** Closes the connections once the transactions in progress have ended, for which it waits two seconds at most. */
  close(): Promise<void>;
}

/**
 * Opens a MongoDB replica set with majority reads and writes, without connecting: the first operation connects, and
 * fails after the time-outs while the store is away. Fields that are `undefined` are not stored.
 */
export function openStore(options: ConnectStoreOptions): Store {
  const { tracing = UNRECORDED } = options;
  const client = new MongoClient(options.uri, clientOptions(options));
  if (tracing.exporting) traceCommands(client, tracing);
  const primary = watchPrimaryOf(client, client.db(options.dbName));
  const { readTimeoutMs = 15_000 } = options;
  const db = readFreshFrom(client.db(options.dbName), primary, { readTimeoutMs });
  const transactions = new Set<Promise<unknown>>();
  return {
    client,
    db,
    primary,
    tracing,
    withoutTimeouts: async (work) => {
      const patient = new MongoClient(options.uri, {
        ...clientOptions(options),
        maxPoolSize: MAX_BUILDS,
        socketTimeoutMS: 0,
        waitQueueTimeoutMS: 0,
      });
      try {
        return await work(patient.db(options.dbName));
      } finally {
        await patient.close();
      }
    },
    ping: async () => {
      await db.command({ ping: 1 });
    },
    transactions,
    builds: new Set(),
    close: async () => {
      await Promise.race([allEnded(transactions), delay(END_WITHIN_MS, undefined, { ref: false })]);
      await client.close();
    },
  };
}

/** Connections for work without time-outs; a server builds three indexes at a time by default. */
const MAX_BUILDS = 3;

/**
 * How long closing waits for transactions. The server keeps one whose connection was cut open for a minute, and others
 * wait for its records.
 */
const END_WITHIN_MS = 2_000;

async function allEnded(transactions: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (transactions.size > 0) await Promise.allSettled(transactions);
}

/**
 * Opens a MongoDB replica set like {@link openStore}, connects, and checks that it can do transactions and that its data is
 * of this version.
 *
 * @throws OtherVersionError for data of another version (contract-4, ONE-1)
 * @throws Error that names the address and what is wrong with it; credentials are never quoted
 */
export async function connectStore(options: ConnectStoreOptions): Promise<Store> {
  const store = openStore(options);
  try {
    await verifyStore(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/**
 * Connects an open store, and checks that it is MongoDB 4.4.2 or later, can do transactions and holds data of this version.
 *
 * @throws OtherVersionError for data of another version (contract-4, ONE-1)
 * @throws Error that names the address and what is wrong with it; credentials are never quoted
 */
export async function verifyStore({
  client,
  db,
  primary,
}: Pick<Store, "client" | "db" | "primary">): Promise<void> {
  const address = client.options.hosts.map(String).join(",");
  try {
    await client.connect();
    const hello = await db.admin().command({ hello: 1 }).catch(tooOld);
    if (hello["setName"] === undefined && hello["msg"] !== "isdbgrid") {
      throw new Error(
        "it is a stand-alone server, and transactions need a replica set (--replSet, rs.initiate())",
      );
    }
    await primary.caughtUp();
    await claimStore(db);
  } catch (error) {
    if (error instanceof OtherVersionError) throw error;
    throw new Error(`MongoDB at ${address} (MONGODB_URI): ${reasonOf(error)}`, { cause: error });
  }
}

/** The oldest that the driver speaks with (wire version 9, of 4.4) and that knows `hello`. */
const OLDEST_SERVER = "4.4.2";
const COMMAND_NOT_FOUND = 59;

/** @throws Error for a server without `hello` */
function tooOld(error: unknown): never {
  if (!(error instanceof MongoServerError) || error.code !== COMMAND_NOT_FOUND) throw error;
  throw new Error(`it is too old: MongoDB ${OLDEST_SERVER} or later is needed`, { cause: error });
}

/**
 * Why the driver cannot read a URI; `undefined` when it can. Quotes options, but neither hosts nor credentials, because
 * a password with unescaped special characters can look like either.
 */
export function findUriFault(uri: string): string | undefined {
  try {
    void new MongoClient(uri);
    return undefined;
  } catch (error) {
    if (error instanceof Error && /\boption\b/i.test(error.message)) return error.message;
    return "its hosts or credentials cannot be read; special characters have to be percent-encoded";
  }
}

function clientOptions(options: ConnectStoreOptions): MongoClientOptions {
  return {
    maxPoolSize: options.maxPoolSize ?? 50,
    serverSelectionTimeoutMS: options.serverSelectionTimeoutMs ?? 2_000,
    connectTimeoutMS: options.connectTimeoutMs ?? 2_000,
    waitQueueTimeoutMS: options.poolWaitTimeoutMs ?? 2_000,
    socketTimeoutMS: options.socketTimeoutMs ?? 20_000,
    ignoreUndefined: true,
    monitorCommands: options.tracing?.exporting ?? false,
    ...options.driver,
    appName: options.appName,
    retryReads: true,
    retryWrites: true,
    readConcern: { level: "majority" },
    writeConcern: { w: "majority" },
    readPreference: ReadPreference.primary,
  };
}

/** Why there is no primary, and what to do. */
function reasonOf(error: unknown): string {
  if (!(error instanceof MongoServerSelectionError))
    return error instanceof Error ? error.message : String(error);
  const { servers = new Map(), setName } = error.reason ?? {};
  const replicaSet = setName ?? "the URI's replicaSet";
  if (servers.size === 0) return `no server there is a member of ${replicaSet}`;
  const states = [...servers.values()].map(({ address, type, error: fault }) =>
    fault === null ? `${address} is ${type}` : `${address} ${faultOf(fault)}`,
  );
  return `there is no primary: ${states.join(", ")}`;
}

const faultOf = (fault: Error): string =>
  fault instanceof MongoCompatibilityError
    ? `is too old or too new: MongoDB ${OLDEST_SERVER} or later is needed (${fault.message})`
    : `does not answer (${fault.message})`;
