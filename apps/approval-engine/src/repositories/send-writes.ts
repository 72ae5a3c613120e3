import type { Scope } from "@countersign/mongo";
import { type Document, MongoServerError } from "mongodb";

/** A write command of several statements. */
export type WriteCommand =
  | { insert: string; documents: Document[] }
  | { update: string; updates: Document[] };

/**
 * Sends the statements as one command, in their order. The driver's bulk operations send the same and cost twice its
 * time on the processor; every transition of a run makes several of them.
 *
 * @throws MongoServerError for the statement that failed
 * @throws Error when a record to be updated is not there
 */
export async function sendWrites({ db, session }: Scope, command: WriteCommand): Promise<void> {
  const { n, writeErrors = [] } = await db.command({ ...command, ordered: true }, { session });
  const [failed] = writeErrors as Document[];
  if (failed !== undefined) {
    throw new MongoServerError({ ...failed, message: String(failed["errmsg"]) });
  }
  const statements = "insert" in command ? command.documents : command.updates;
  if (n !== statements.length) throw new Error(`${String(n)} of ${statements.length} records were written`);
}
