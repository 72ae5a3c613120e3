import { type Db, type IndexDescription, MongoServerError } from "mongodb";

/** The indexes that a module wants on a collection it owns. */
export interface IndexPlan {
  collection: string;
  indexes: readonly IndexDescription[];
}

/** Rows hold their own expiry, so that a changed retention does not change an index. */
export const EXPIRY = { key: { expiresAt: 1 }, expireAfterSeconds: 0 };

/**
 * Creates the indexes that are missing; safe to call from every replica at once.
 *
 * @throws Error that names the collection and the index when one conflicts with an existing one or with the data
 */
export async function ensureIndexes(db: Db, plans: readonly IndexPlan[]): Promise<void> {
  for (const { collection, indexes } of plans) {
    for (const index of indexes) {
      try {
        await db.collection(collection).createIndexes([index]);
      } catch (error) {
        if (!(error instanceof MongoServerError)) throw error;
        const keys = JSON.stringify(index.key);
        throw new Error(`Index ${keys} of collection ${collection}: ${error.message}`, { cause: error });
      }
    }
  }
}
