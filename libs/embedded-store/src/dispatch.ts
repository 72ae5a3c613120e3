import { Binary, Timestamp } from "bson";
import { ADMINISTRATION_COMMANDS, sessionId } from "./commands/administration.ts";
import { checkFields, type Command, COMMON_FIELDS, docOption } from "./commands/command.ts";
import { DEFINITION_COMMANDS } from "./commands/definitions.ts";
import { READ_COMMANDS } from "./commands/reads.ts";
import { WRITE_COMMANDS } from "./commands/writes.ts";
import type { CommandContext, Engine } from "./engine.ts";
import { fail, StoreError, toErrorReply } from "./errors.ts";
import { HangUp } from "./fail-point.ts";
import { toNumber } from "./numbers.ts";
import { type Session, startNumber } from "./sessions.ts";
import { abort, begin, WriteConflict } from "./transaction.ts";
import { type Doc, isNumber, show } from "./values.ts";

const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({ ...ADMINISTRATION_COMMANDS, ...DEFINITION_COMMANDS, ...READ_COMMANDS, ...WRITE_COMMANDS }),
);

/**
 * Runs a command and answers with its reply, or with an error reply.
 *
 * @throws HangUp when the connection is to be closed without an answer
 */
export async function dispatch(
  engine: Engine,
  body: Doc,
  connectionId: number,
  warn: (message: string) => void,
): Promise<Doc> {
  let reply: Doc;
  try {
    reply = { ok: 1, ...(await runCommand(engine, body, connectionId)) };
    // Nothing is told, not even by a read, before what it tells of is as safe as was asked for.
    await engine.journal?.settled();
  } catch (error) {
    if (error instanceof HangUp) throw error;
    if (!(error instanceof StoreError))
      warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
    reply = toErrorReply(
      error instanceof StoreError ? error : new StoreError("InternalError", String(error)),
    );
  }
  const clusterTime = new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
  return {
    ...reply,
    operationTime: clusterTime,
    $clusterTime: { clusterTime, signature: { hash: new Binary(Buffer.alloc(20)), keyId: 0n } },
  };
}

async function runCommand(engine: Engine, body: Doc, connectionId: number): Promise<Doc> {
  const name = Object.keys(body)[0] ?? "";
  const command = COMMANDS.get(name);
  if (!command) return fail("CommandNotFound", `no such command: '${name}'`);
  checkFields(
    name,
    body,
    (field) => field === name || COMMON_FIELDS.has(field) || command.fields.includes(field),
  );
  checkReadConcern(docOption(body, "readConcern"), body.autocommit === false);
  engine.commandCounts.set(name, (engine.commandCounts.get(name) ?? 0) + 1);
  await engine.failPoint.before(name);
  const base = { engine, db: databaseOf(body), name, body, connectionId, now: new Date() };
  if (body.lsid === undefined || body.txnNumber === undefined) {
    return withWriteConcern(body, await command.run({ ...base, session: undefined, transaction: undefined }));
  }
  const session = engine.sessions.getOrCreate(sessionId(body.lsid));
  session.usedAtMs = Date.now();
  const txnNumber = toNumber(body.txnNumber);
  if (txnNumber < session.txnNumber) {
    return fail(
      "TransactionTooOld",
      `the session has already started number ${session.txnNumber}, after ${txnNumber}`,
    );
  }
  const reply =
    body.autocommit === false
      ? runInTransaction({ ...base, session, transaction: undefined }, command, session, txnNumber)
      : runRetryable({ ...base, session, transaction: undefined }, command, session, txnNumber);
  return withWriteConcern(body, await reply);
}

function databaseOf({ $db: db }: Doc): string {
  if (typeof db !== "string" || !/^[^\s/\\."$*<>:|?\0]{1,63}$/.test(db)) {
    return fail("InvalidNamespace", `Invalid database name: ${show(db)}`);
  }
  return db;
}

/** One member that is always up to date meets every concern but reads of a past time. */
function checkReadConcern(readConcern: Doc, isInTransaction: boolean): void {
  if (readConcern.atClusterTime !== undefined || (readConcern.level === "snapshot" && !isInTransaction)) {
    fail(
      "InvalidOptions",
      "reads of a snapshot outside a transaction are not supported by the embedded development store",
    );
  }
}

/** One member cannot give more acknowledgements than one. */
function withWriteConcern(body: Doc, reply: Doc): Doc {
  const w = docOption(body, "writeConcern").w ?? 1;
  if (w === "majority" || (isNumber(w) && toNumber(w) <= 1)) return reply;
  return {
    ...reply,
    writeConcernError: {
      code: 100,
      codeName: "UnsatisfiableWriteConcern",
      errmsg: "Not enough data-bearing nodes",
    },
  };
}

/** A write that is retried while it still runs joins itself; afterwards its statements answer as they did. */
function runRetryable(
  context: CommandContext,
  command: Command,
  session: Session,
  txnNumber: number,
): Promise<Doc> {
  if (txnNumber > session.txnNumber) {
    if (session.transaction) abort(context.engine.catalog, session.transaction);
    startNumber(session, txnNumber);
  }
  if (session.running) return session.running;
  const running = Promise.resolve(command.run(context)).finally(() => {
    if (session.running === running) session.running = undefined;
  });
  session.running = running;
  return running;
}

async function runInTransaction(
  context: CommandContext,
  command: Command,
  session: Session,
  txnNumber: number,
): Promise<Doc> {
  const { engine, body, name } = context;
  if (!command.isTransactional) {
    return fail(
      "OperationNotSupportedInTransaction",
      `Cannot run '${name}' in a multi-document transaction.`,
    );
  }
  if (body.startTransaction === true) startTransaction(engine, session, txnNumber);
  else checkTransaction(session, txnNumber, name);
  const { transaction } = session;
  try {
    const reply = await command.run({ ...context, transaction });
    // A bulk answers with its failures instead of throwing them; either way the transaction is over.
    if (reply.writeErrors && transaction) abort(engine.catalog, transaction);
    return reply;
  } catch (error) {
    if (transaction) abort(engine.catalog, transaction);
    if (!(error instanceof WriteConflict)) throw error;
    throw new StoreError(
      "WriteConflict",
      "Write conflict with another transaction. Please retry the transaction.",
      {
        labels: ["TransientTransactionError"],
      },
    );
  }
}

function startTransaction(engine: Engine, session: Session, txnNumber: number): void {
  if (txnNumber === session.txnNumber) {
    fail("IllegalOperation", `transaction ${txnNumber} has been started already`);
  }
  if (session.transaction) abort(engine.catalog, session.transaction);
  startNumber(session, txnNumber);
  session.transaction = begin(engine.catalog, true);
}

function checkTransaction(session: Session, txnNumber: number, name: string): void {
  const isThis = txnNumber === session.txnNumber;
  if (isThis && session.isCommitted) {
    if (name === "commitTransaction") return;
    fail("TransactionCommitted", `transaction ${txnNumber} has been committed`);
  }
  if (!isThis || session.transaction?.state !== "open") {
    throw new StoreError("NoSuchTransaction", `transaction ${txnNumber} is unknown or has been aborted`, {
      labels: ["TransientTransactionError"],
    });
  }
}
