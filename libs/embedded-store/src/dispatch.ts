import { ADMINISTRATION_COMMANDS } from "./commands/administration.ts";
import { type Command, doc } from "./commands/command.ts";
import { DEFINITION_COMMANDS } from "./commands/definitions.ts";
import { READ_COMMANDS } from "./commands/reads.ts";
import { WRITE_COMMANDS } from "./commands/writes.ts";
import type { Client, CommandContext, Store } from "./store.ts";
import { fail, StoreError, refuseFeature } from "./errors.ts";
import { toNumber } from "./numbers.ts";
import { type Session, sessionId, startNumber, useSession } from "./sessions.ts";
import { abort, begin, WriteConflict } from "./transaction.ts";
import { type Doc, isNumber, show, truthy } from "./values.ts";

const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ...ADMINISTRATION_COMMANDS,
    ...DEFINITION_COMMANDS,
    ...READ_COMMANDS,
    ...WRITE_COMMANDS,
  }),
);

const TRANSIENT = { labels: ["TransientTransactionError"] };

/**
 * Runs a command.
 *
 * @returns its reply
 * @throws StoreError for the reply to report instead
 */
export async function dispatch(store: Store, body: Doc, client: Client): Promise<Doc> {
  const name = Object.keys(body)[0] ?? "";
  const command = COMMANDS.get(name);
  if (!command) return fail("CommandNotFound", `no such command: '${name}'`);
  checkConcerns(body);
  store.commandCounts.set(name, (store.commandCounts.get(name) ?? 0) + 1);
  const context: CommandContext = {
    store,
    db: databaseOf(body),
    name,
    body,
    client,
    now: new Date(),
    session: undefined,
    transaction: undefined,
  };
  if (body.lsid === undefined || body.txnNumber === undefined) return command.run(context);
  const session = useSession(store.sessions, sessionId(body.lsid));
  const txnNumber = toNumber(body.txnNumber);
  if (txnNumber < session.txnNumber) {
    return fail("TransactionTooOld", `the session is at number ${session.txnNumber}, past ${txnNumber}`);
  }
  const run = body.autocommit === false ? runInTransaction : runRetryable;
  return run({ ...context, session }, command, session, txnNumber);
}

function databaseOf({ $db: db }: Doc): string {
  if (typeof db !== "string" || !/^[^\s/\\."$*<>:|?\0]{1,63}$/.test(db)) {
    return fail("InvalidNamespace", `Invalid database name: ${show(db)}`);
  }
  return db;
}

const READ_CONCERNS = new Set<unknown>([
  undefined,
  "local",
  "available",
  "majority",
  "linearizable",
  "snapshot",
]);
const TRANSACTIONAL_READ_CONCERNS = new Set<unknown>([undefined, "local", "majority", "snapshot"]);

/** A single member, always up to date, meets every concern except reads of the past and acknowledgements of others. */
function checkConcerns({ readConcern, writeConcern, autocommit }: Doc): void {
  const { level, atClusterTime } = doc(readConcern, "readConcern");
  if (!READ_CONCERNS.has(level)) fail("BadValue", `${show(level)} is no level of read concern`);
  if (autocommit === false && !TRANSACTIONAL_READ_CONCERNS.has(level)) {
    fail("InvalidOptions", "a transaction reads with the concern local, majority or snapshot");
  }
  if (atClusterTime !== undefined || (level === "snapshot" && autocommit !== false)) {
    fail("InvalidOptions", "the embedded development store reads snapshots in transactions only");
  }
  const { w = 1 } = doc(writeConcern, "writeConcern");
  if (w !== "majority" && !(isNumber(w) && toNumber(w) <= 1)) refuseFeature(`the write concern ${show(w)}`);
}

/** A retry joins the write while it still runs; afterwards it gets the first answers of its statements. */
function runRetryable(
  context: CommandContext,
  command: Command,
  session: Session,
  txnNumber: number,
): Promise<Doc> {
  if (txnNumber > session.txnNumber) {
    if (session.transaction) abort(context.store.catalog, session.transaction);
    startNumber(session, txnNumber);
  }
  if (session.running) return session.running;
  const runningCommand = Promise.resolve(command.run(context)).finally(() => {
    if (session.running === runningCommand) session.running = undefined;
  });
  session.running = runningCommand;
  return runningCommand;
}

async function runInTransaction(
  context: CommandContext,
  command: Command,
  session: Session,
  txnNumber: number,
): Promise<Doc> {
  const { store, body, name } = context;
  if (!command.isTransactional) {
    return fail(
      "OperationNotSupportedInTransaction",
      `Cannot run '${name}' in a multi-document transaction.`,
    );
  }
  if (body.startTransaction === true) startTransaction(store, session, txnNumber);
  else checkTransaction(session, txnNumber, name);
  const { transaction } = session;
  try {
    const reply = await command.run({ ...context, transaction });
    // A bulk returns its failures instead of throwing them; in both cases the transaction is over.
    if ((reply.writeErrors || truthy(reply.nErrors)) && transaction) abort(store.catalog, transaction);
    return reply;
  } catch (error) {
    if (transaction) abort(store.catalog, transaction);
    if (!(error instanceof WriteConflict)) throw error;
    const message = "Write conflict with another transaction. Please retry the transaction.";
    throw new StoreError("WriteConflict", message, TRANSIENT);
  }
}

function startTransaction(store: Store, session: Session, txnNumber: number): void {
  if (txnNumber === session.txnNumber) {
    fail("IllegalOperation", `transaction ${txnNumber} has been started already`);
  }
  if (session.transaction) abort(store.catalog, session.transaction);
  startNumber(session, txnNumber);
  session.transaction = begin(store.catalog, true);
}

function checkTransaction(session: Session, txnNumber: number, name: string): void {
  const isThis = txnNumber === session.txnNumber;
  if (isThis && session.isCommitted) {
    if (name === "commitTransaction") return;
    fail("TransactionCommitted", `transaction ${txnNumber} has been committed`);
  }
  if (!isThis || session.transaction?.state !== "open") {
    const message = `transaction ${txnNumber} is unknown or has been aborted`;
    throw new StoreError("NoSuchTransaction", message, TRANSIENT);
  }
}
