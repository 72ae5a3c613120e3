import { type ClientSession, type Db, type Document, MongoServerError } from "mongodb";

/** Statements of one kind on one collection; an update's `u` is a replacement or has update operators. */
export type WriteCommand =
  | { insert: string; documents: readonly Document[] }
  | { update: string; updates: readonly { q: Document; u: Document }[] };

/**
 * Sends the statements of one write, in order.
 *
 * @throws MongoServerError for the statement that failed
 * @throws Error when a record to update is missing
 */
export type Write = (command: WriteCommand) => Promise<void>;

/** The writes of one transaction's repositories. */
export function createWrite(db: Db, session: ClientSession): Write {
  return async (command) => {
    const statements = "insert" in command ? command.documents : command.updates;
    if (statements.length === 0) return;
    const options = { session, ignoreUndefined: true };
    const { n, writeErrors = [] } = await db.command({ ...command, ordered: true }, options);
    const [firstError] = writeErrors as Document[];
    if (firstError !== undefined)
      throw new MongoServerError({ ...firstError, message: String(firstError["errmsg"]) });
    if (n !== statements.length) throw new Error(`${n} of ${statements.length} records were written`);
  };
}
