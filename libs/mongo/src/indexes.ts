import { type Collection, type IndexDescription, MongoServerError } from "mongodb";
import type { Store } from "./store.ts";

/** The indexes that a module wants on a collection it owns. */
export interface IndexPlan {
  collection: string;
  indexes: readonly IndexDescription[];
}

/** Rows hold their own expiry, so that a changed retention does not change an index. */
export const EXPIRY = { key: { expiresAt: 1 }, expireAfterSeconds: 0 };

const NOTICE_AFTER_MS = 2_000;
/** Without it a build waits for every voting member, also for one that is away for days. */
const COMMIT_QUORUM = { commitQuorum: "majority" };

/**
 * Creates the indexes that are missing; safe to call from every replica at once. Each collection's are built by one
 * command, which reads it once; a majority of the members is enough to finish, and no time-out ends it. Meanwhile the
 * store's `builds` names the collection.
 *
 * @param options.logger reports the builds that take longer than `noticeAfterMs`, by default two seconds
 * @throws Error that names the collection and the index when one conflicts with an existing one or with the data
 */
export async function ensureIndexes(
  store: Pick<Store, "withoutTimeouts" | "builds">,
  plans: readonly IndexPlan[],
  options: BuildOptions = {},
): Promise<void> {
  const byCollection = Map.groupBy(plans, ({ collection }) => collection);
  await store.withoutTimeouts((db) =>
    Promise.all(
      [...byCollection].map(async ([name, ofName]) => {
        const indexes = ofName.flatMap((plan) => plan.indexes);
        store.builds.add(name);
        try {
          await build(db.collection(name), indexes, options);
        } finally {
          store.builds.delete(name);
        }
      }),
    ),
  );
}

export interface BuildOptions {
  logger?: { info(fields: object, message: string): void };
  noticeAfterMs?: number;
}

async function build(
  collection: Collection,
  indexes: readonly IndexDescription[],
  { logger, noticeAfterMs = NOTICE_AFTER_MS }: BuildOptions,
): Promise<void> {
  if (indexes.length === 0) return;
  const fields = { collection: collection.collectionName };
  const startedAt = performance.now();
  const notice = setTimeout(() => logger?.info(fields, "indexes are being built"), noticeAfterMs);
  try {
    await collection.createIndexes([...indexes], COMMIT_QUORUM);
  } catch (error) {
    if (!(error instanceof MongoServerError)) throw error;
    await buildOneByOne(collection, indexes);
  } finally {
    clearTimeout(notice);
  }
  const tookMs = Math.round(performance.now() - startedAt);
  if (tookMs > noticeAfterMs) logger?.info({ ...fields, tookMs }, "the indexes are built");
}

/** @throws Error that names the index at fault */
async function buildOneByOne(collection: Collection, indexes: readonly IndexDescription[]): Promise<void> {
  for (const index of indexes) {
    try {
      await collection.createIndexes([index], COMMIT_QUORUM);
    } catch (error) {
      if (!(error instanceof MongoServerError)) throw error;
      const place = `Index ${JSON.stringify(index.key)} of collection ${collection.collectionName}`;
      throw new Error(`${place}: ${error.message}`, { cause: error });
    }
  }
}
