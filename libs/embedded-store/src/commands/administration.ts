import { randomBytes } from "node:crypto";
import { Binary, Timestamp } from "bson";
import { commitDurably, type CommandContext, type Engine } from "../engine.ts";
import { fail } from "../errors.ts";
import { abort } from "../transaction.ts";
import { type Doc, double, isDoc, MAX_DOCUMENT_BYTES, type Value } from "../values.ts";
import { MAX_MESSAGE_BYTES } from "../wire.ts";
import { type Command, listOption } from "./command.ts";

export const REPLICA_SET = "rs0";
/** The protocol of this server version is spoken, as far as it goes. */
const VERSION = "7.0.0";
const MAX_WIRE_VERSION = 21;
const SESSION_TIMEOUT_MINUTES = 30;

const hello: Command = {
  fields: [
    "helloOk",
    "client",
    "compression",
    "topologyVersion",
    "maxAwaitTimeMS",
    "saslSupportedMechs",
    "speculativeAuthenticate",
    "loadBalanced",
    "backpressure",
  ],
  run: ({ engine, connectionId, now }) => ({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    secondary: false,
    hosts: [engine.address()],
    setName: REPLICA_SET,
    setVersion: 1,
    primary: engine.address(),
    me: engine.address(),
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: now,
    logicalSessionTimeoutMinutes: SESSION_TIMEOUT_MINUTES,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
    lastWrite: {
      opTime: { ts: new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 }), t: 1n },
      lastWriteDate: now,
    },
  }),
};

const simple = (answer: (context: CommandContext) => Doc, fields: readonly string[] = []): Command => ({
  fields,
  run: answer,
});

const buildInfo = simple(() => ({
  version: VERSION,
  versionArray: [7, 0, 0, 0],
  gitVersion: "embedded development store",
  modules: [],
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  bits: 64,
  debug: false,
}));

const startSession = simple(() => ({
  id: { id: new Binary(randomBytes(16), Binary.SUBTYPE_UUID) },
  timeoutMinutes: SESSION_TIMEOUT_MINUTES,
}));

const serverStatus = simple(
  ({ engine }) => {
    const total = (...names: string[]) =>
      names.reduce((sum, name) => sum + (engine.commandCounts.get(name) ?? 0), 0);
    const all = total(...engine.commandCounts.keys());
    const counted = {
      insert: total("insert"),
      query: total("find"),
      update: total("update"),
      delete: total("delete"),
      getmore: total("getMore"),
    };
    const command = Object.values(counted).reduce((left, count) => left - count, all);
    return {
      host: engine.address(),
      version: VERSION,
      process: "embedded-store",
      pid: BigInt(process.pid),
      uptime: double(process.uptime()),
      mem: { resident: Math.round(process.memoryUsage.rss() / 2 ** 20) },
      opcounters: { ...counted, command },
      metrics: {
        commands: Object.fromEntries(
          [...engine.commandCounts].map(([name, count]) => [name, { total: count }]),
        ),
      },
      transactions: { currentOpen: engine.catalog.open.size },
    };
  },
  ["repl", "metrics", "locks", "opcounters"],
);

const replSetGetStatus = simple(({ engine }) => ({
  set: REPLICA_SET,
  myState: 1,
  members: [{ _id: 0, name: engine.address(), health: 1, state: 1, stateStr: "PRIMARY", self: true }],
}));

/** The key of a session in the store: the driver's identifier in hex. */
export function sessionId(lsid: Value): string {
  const id = isDoc(lsid) ? lsid.id : undefined;
  return id instanceof Binary ? id.toString("hex") : fail("TypeMismatch", "lsid.id must be a UUID");
}

function endSession({ sessions, catalog }: Engine, lsid: Value): void {
  const id = sessionId(lsid);
  const transaction = sessions.get(id)?.transaction;
  if (transaction) abort(catalog, transaction);
  sessions.delete(id);
}

const endSessions: Command = {
  fields: [],
  run({ engine, body, name }) {
    for (const lsid of listOption(body, name)) endSession(engine, lsid);
    return {};
  },
};

const commitTransaction: Command = {
  fields: ["recoveryToken"],
  isTransactional: true,
  run({ engine, session, transaction }) {
    if (session?.isCommitted) return {};
    if (!transaction || !session)
      return fail("InvalidOptions", "commitTransaction must be run within a transaction");
    commitDurably(engine, transaction, { session: session.id, txnNumber: session.txnNumber });
    session.isCommitted = true;
    session.transaction = undefined;
    return {};
  },
};

const abortTransaction: Command = {
  fields: ["recoveryToken"],
  isTransactional: true,
  run({ engine, transaction, session }) {
    if (session?.isCommitted) fail("TransactionCommitted", "the transaction has been committed");
    if (!transaction) return fail("InvalidOptions", "abortTransaction must be run within a transaction");
    abort(engine.catalog, transaction);
    return {};
  },
};

const configureFailPoint: Command = {
  fields: ["mode", "data"],
  run({ engine, body }) {
    engine.failPoint.configure(body);
    return {};
  },
};

export const ADMINISTRATION_COMMANDS: Readonly<Record<string, Command>> = {
  hello,
  ismaster: hello,
  isMaster: hello,
  ping: simple(() => ({})),
  buildInfo,
  buildinfo: buildInfo,
  startSession,
  refreshSessions: simple(() => ({})),
  endSessions,
  killSessions: endSessions,
  serverStatus,
  replSetGetStatus,
  connectionStatus: simple(() => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } })),
  commitTransaction,
  abortTransaction,
  configureFailPoint,
};
