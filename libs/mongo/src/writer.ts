import { type ClientSession, type Db, type Document, MongoServerError } from "mongodb";

/** Statements of one kind on one collection; an update's `u` is a replacement or has update operators. */
export type WriteCommand =
  | { insert: string; documents: readonly Document[] }
  | { update: string; updates: readonly { q: Document; u: Document }[] };

/** Sends the writes of a transaction's repositories. */
export interface Writer {
  /**
   * Sends the statements as one command, in order. The driver's bulk operations send the same at twice the CPU time, and
   * every transition of a run makes several of them.
   *
   * @throws MongoServerError for the statement that failed
   * @throws Error when a record to update is missing
   */
  readonly write: (command: WriteCommand) => Promise<void>;
  /**
   * Runs the work and then sends its writes, in order: as one command if the server has `bulkWrite` (MongoDB 8.0), else
   * as a command for each write. The work must not read its own writes.
   *
   * @throws as `write` does, at the end
   */
  readonly together: <T>(work: () => Promise<T>) => Promise<T>;
  /** Keeps the statements until the next `together`, which sends them after its own. */
  readonly withNext: (command: WriteCommand) => void;
}

/** Keeps a command well below the server's 16 MB: a record of a run has a few KB at most. */
const MAX_STATEMENTS = 1_000;
const CANNOT = new Set([59, 115]);

/** Whether the server is known to have `bulkWrite`. */
export interface BulkWriteSupport {
  readonly has: () => boolean;
  /** Notes that the server refused it, as an 8.0 in compatibility mode for 7.0 does. */
  readonly refused: () => void;
}

/** The writer of one transaction. */
export function createWriter(db: Db, session: ClientSession, bulkWrite: BulkWriteSupport): Writer {
  const options = { session, ignoreUndefined: true };
  let waiting: WriteCommand[] | undefined;
  const kept: WriteCommand[] = [];

  async function send(command: WriteCommand): Promise<void> {
    const { n, writeErrors = [] } = await db.command({ ...command, ordered: true }, options);
    throwFirst(writeErrors as Document[]);
    checkCount(n as number, statementsOf(command).length);
  }
  async function sendBulk(commands: readonly WriteCommand[]): Promise<void> {
    const names = [...new Set(commands.map(collectionOf))];
    const operations = commands.flatMap((command) =>
      operationsOf(command, names.indexOf(collectionOf(command))),
    );
    const nsInfo = names.map((name) => ({ ns: `${db.databaseName}.${name}` }));
    for (let at = 0; at < operations.length; at += MAX_STATEMENTS) {
      const ops = operations.slice(at, at + MAX_STATEMENTS);
      const command = { bulkWrite: 1, ops, nsInfo, ordered: true, errorsOnly: true };
      const { cursor, nInserted, nMatched } = await db.admin().command(command, options);
      throwFirst((cursor as { firstBatch: Document[] }).firstBatch);
      checkCount((nInserted as number) + (nMatched as number), ops.length);
    }
  }
  async function sendAll(commands: readonly WriteCommand[]): Promise<void> {
    if (commands.length < 2 || !bulkWrite.has()) {
      for (const command of commands) await send(command);
      return;
    }
    try {
      await sendBulk(commands);
    } catch (error) {
      if (error instanceof MongoServerError && CANNOT.has(Number(error.code))) {
        bulkWrite.refused();
        // The refusal ended the transaction. The driver repeats it, and the next attempt sends single commands.
        error.addErrorLabel("TransientTransactionError");
      }
      throw error;
    }
  }

  return {
    write: async (command) => {
      if (statementsOf(command).length === 0) return;
      if (waiting === undefined) await send(command);
      else waiting.push(command);
    },
    together: async (work) => {
      const commands: WriteCommand[] = [];
      waiting = commands;
      try {
        const result = await work();
        waiting = undefined;
        await sendAll([...commands, ...kept.splice(0)]);
        return result;
      } finally {
        waiting = undefined;
      }
    },
    withNext: (command) => void kept.push(command),
  };
}

const collectionOf = (command: WriteCommand): string =>
  "insert" in command ? command.insert : command.update;

const statementsOf = (command: WriteCommand): readonly Document[] =>
  "insert" in command ? command.documents : command.updates;

/** The statements as `bulkWrite` takes them; `at` is the collection's place in its list of namespaces. */
function operationsOf(command: WriteCommand, at: number): Document[] {
  if ("insert" in command) return command.documents.map((document) => ({ insert: at, document }));
  return command.updates.map(({ q, u }) => ({ update: at, filter: q, updateMods: u }));
}

function throwFirst([failed]: readonly Document[]): void {
  if (failed !== undefined) throw new MongoServerError({ ...failed, message: String(failed["errmsg"]) });
}

function checkCount(written: number, expected: number): void {
  if (written !== expected) throw new Error(`${written} of ${expected} records were written`);
}
