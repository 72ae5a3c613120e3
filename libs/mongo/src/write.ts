import type { AnyBulkWriteOperation, ClientSession, Db, Document } from "mongodb";

/** Statements of one kind on one collection. */
export type WriteCommand =
  | { insert: string; documents: readonly Document[] }
  | { update: string; updates: readonly AnyBulkWriteOperation[] };

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
    if ("insert" in command) {
      const { insert, documents } = command;
      if (documents.length > 0) await db.collection(insert).insertMany(documents, { session });
      return;
    }
    const { update, updates } = command;
    if (updates.length === 0) return;
    const { matchedCount } = await db.collection(update).bulkWrite(updates, { session });
    if (matchedCount !== updates.length) {
      throw new Error(`${matchedCount} of ${updates.length} records were written`);
    }
  };
}
