import { setTimeout as delay } from "node:timers/promises";
import { type Client, commitDurably, type Store } from "../store.ts";
import { fail } from "../errors.ts";
import { WIRE_VERSIONS } from "../releases.ts";
import { sessionId } from "../sessions.ts";
import { equal } from "../order.ts";
import { abort } from "../transaction.ts";
import { type Doc, MAX_DOCUMENT_BYTES } from "../values.ts";
import { MAX_MESSAGE_BYTES } from "../wire.ts";
import { anyValue, type Command, command, count, doc, list, TRANSACTIONAL } from "./command.ts";

export const REPLICA_SET = "rs0";
/** Longer than any driver waits between two checks of the server. */
const MAX_AWAIT_MS = 600_000;

/** A driver's description of itself is ignored. */
const HELLO_OPTIONS = {
  helloOk: anyValue,
  client: anyValue,
  compression: anyValue,
  topologyVersion: doc,
  maxAwaitTimeMS: count(0),
  loadBalanced: anyValue,
  backpressure: anyValue,
};

/** A client that knows the topology gets its answer when the time is up, because the topology does not change. */
const hello = command(HELLO_OPTIONS, async ({ store, client }, { topologyVersion, maxAwaitTimeMS }) => {
  if (equal(topologyVersion, store.topologyVersion)) {
    await delay(Math.min(maxAwaitTimeMS, MAX_AWAIT_MS), undefined, { signal: client.gone });
  }
  return describeSelf(store, client);
});

const describeSelf = ({ address, topologyVersion, release }: Store, { id }: Client): Doc => ({
  helloOk: true,
  topologyVersion,
  ismaster: true,
  isWritablePrimary: true,
  secondary: false,
  hosts: [address()],
  setName: REPLICA_SET,
  setVersion: 1,
  primary: address(),
  me: address(),
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  maxMessageSizeBytes: MAX_MESSAGE_BYTES,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: id,
  minWireVersion: 0,
  maxWireVersion: WIRE_VERSIONS[release],
  readOnly: false,
});

/** The classic counters of commands; all other commands share one. */
const COUNTERS: ReadonlyMap<string, string> = new Map([
  ["insert", "insert"],
  ["find", "query"],
  ["update", "update"],
  ["delete", "delete"],
  ["getMore", "getmore"],
]);

/** How often each command was called; tests use it to count. */
const serverStatus = command({}, ({ store: { commandCounts } }) => {
  const opcounters = { insert: 0, query: 0, update: 0, delete: 0, getmore: 0, command: 0 };
  for (const [name, total] of commandCounts) {
    opcounters[(COUNTERS.get(name) ?? "command") as keyof typeof opcounters] += total;
  }
  const commands = Object.fromEntries([...commandCounts].map(([name, total]) => [name, { total }]));
  return { process: "embedded-store", opcounters, metrics: { commands } };
});

const buildInfo = command({}, ({ store: { release } }) => ({
  version: `${release}.0`,
  versionArray: [...release.split(".").map(Number), 0, 0],
  modules: ["embedded-store"],
}));

const endSessions = command({}, ({ store: { sessions, catalog }, body }) => {
  for (const id of list(body.endSessions, "endSessions").map(sessionId)) {
    const transaction = sessions.get(id)?.transaction;
    if (transaction) abort(catalog, transaction);
    sessions.delete(id);
  }
  return {};
});

const commitTransaction = command(
  { recoveryToken: doc },
  ({ store, session, transaction }) => {
    if (session?.isCommitted) return {};
    if (!transaction || !session) {
      return fail("InvalidOptions", "commitTransaction must be run within a transaction");
    }
    commitDurably(store, transaction, { session: session.id, txnNumber: session.txnNumber });
    session.isCommitted = true;
    session.transaction = undefined;
    return {};
  },
  TRANSACTIONAL,
);

const abortTransaction = command(
  { recoveryToken: doc },
  ({ store, transaction }) => {
    if (!transaction) return fail("InvalidOptions", "abortTransaction must be run within a transaction");
    abort(store.catalog, transaction);
    return {};
  },
  TRANSACTIONAL,
);

export const ADMINISTRATION_COMMANDS: Readonly<Record<string, Command>> = {
  hello,
  ismaster: hello,
  ping: command({}, () => ({})),
  buildInfo,
  buildinfo: buildInfo,
  endSessions,
  serverStatus,
  commitTransaction,
  abortTransaction,
};
