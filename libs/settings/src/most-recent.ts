import { VERSION_FIELDS } from "@countersign/domain/settings";
import { toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";
import { configsOf, MOST_RECENT_FIRST, toVersionValues, type VersionValues } from "./config-record.ts";

/** How {@link MostRecent} reads. */
export interface MostRecentOptions {
  /** Pins one company's record. */
  companyId?: string;
  /**
   * `linearizable`, the default, has a majority confirm the primary with each read, so that it never returns values older
   * than the last acknowledged write, also after elections and network partitions. `majority` returns values that the
   * member knows to be on a majority, which lag on a member that was just elected or cut off.
   */
  readConcern?: "majority" | "linearizable";
  /** How long the server may try, in milliseconds: without a majority a linearizable read would never end. Default 400. */
  maxTimeMs?: number;
}

/**
 * Reads the published values of the most recent record of the whole store: the greatest `updatedAt`, then `_id`
 * (version-gate, "Settings record"). Reads from the primary, and only values that every replica would return. Undefined
 * when there is no record.
 */
export type MostRecent = (options?: MostRecentOptions) => Promise<VersionValues | undefined>;

const VALUES = Object.fromEntries(VERSION_FIELDS.map((field) => [field, 1]));

/** Creates the read that serves the version gate. */
export function createMostRecent(db: Pick<Db, "collection">): MostRecent {
  const configs = configsOf(db);
  return async ({ companyId, readConcern = "linearizable", maxTimeMs = 400 } = {}) => {
    const filter = companyId === undefined ? {} : { companyId: toObjectId(companyId, "companyId") };
    const document = await configs.findOne(filter, {
      sort: MOST_RECENT_FIRST,
      projection: VALUES,
      readConcern: { level: readConcern },
      maxTimeMS: maxTimeMs,
    });
    return document ? toVersionValues(document) : undefined;
  };
}
