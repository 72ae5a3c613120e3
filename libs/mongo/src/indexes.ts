import { type Db, type IndexDescription, MongoServerError } from "mongodb";

/** The indexes that a module wants on a collection it owns. */
export interface IndexPlan {
  collection: string;
  indexes: readonly IndexDescription[];
}

const INDEX_OPTIONS_CONFLICT = 85;

/**
 * Creates the indexes that are missing; safe to call from every replica at once. A changed `expireAfterSeconds` is
 * taken over, any other difference needs a person.
 *
 * @throws Error that names the collection and the index when one cannot be made
 */
export async function ensureIndexes(db: Db, plans: readonly IndexPlan[]): Promise<void> {
  for (const { collection, indexes } of plans) {
    for (const index of indexes) {
      try {
        await ensureIndex(db, collection, index);
      } catch (error) {
        if (!(error instanceof MongoServerError)) throw error;
        const keys = JSON.stringify(index.key);
        throw new Error(`Index ${keys} of collection ${collection}: ${error.message}`, { cause: error });
      }
    }
  }
}

async function ensureIndex(db: Db, collection: string, index: IndexDescription): Promise<void> {
  try {
    await db.collection(collection).createIndexes([index]);
  } catch (error) {
    const isConflict = error instanceof MongoServerError && error.code === INDEX_OPTIONS_CONFLICT;
    if (!isConflict || index.expireAfterSeconds === undefined) throw error;
    const { key: keyPattern, expireAfterSeconds } = index;
    await db.command({ collMod: collection, index: { keyPattern, expireAfterSeconds } });
  }
}
