import { VERSION_FIELDS } from "@countersign/domain/settings";
import { toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";
import {
  type ConfigDocument,
  MOST_RECENT_FIRST,
  toVersionValues,
  type VersionValues,
} from "./config-record.ts";

/** How {@link MostRecent} reads. */
export interface MostRecentOptions {
  /** Pins one company's record. */
  companyId?: string;
  /** Ends the read early. */
  signal?: AbortSignal;
  /** `linearizable` also asks the majority whether this still is the primary. Default `majority`. */
  readConcern?: "majority" | "linearizable";
}

/**
 * Reads the published values of the most recent record of the whole store: the greatest `updatedAt`, then `_id`
 * (version-gate, "Settings record"). From the primary, and only what every replica would answer. Undefined when there
 * is no record.
 */
export type MostRecent = (options?: MostRecentOptions) => Promise<VersionValues | undefined>;

const COMMAND = {
  find: "configs",
  sort: MOST_RECENT_FIRST,
  projection: Object.fromEntries(VERSION_FIELDS.map((field) => [field, 1])),
  limit: 1,
  singleBatch: true,
};

/**
 * Creates the read that serves the version gate. It is a plain command, because the driver's `findOne` costs twice as
 * much and this is the hottest read of the platform; unlike `findOne` it is not repeated after a network error.
 */
export function createMostRecent(db: Db): MostRecent {
  return async ({ companyId, signal, readConcern = "majority" } = {}) => {
    const filter = companyId === undefined ? {} : { companyId: toObjectId(companyId, "companyId") };
    const command = { ...COMMAND, filter, readConcern: { level: readConcern } };
    const { cursor } = await db.command(command, signal && { signal });
    const [document] = (cursor as { firstBatch: ConfigDocument[] }).firstBatch;
    return document && toVersionValues(document);
  };
}
