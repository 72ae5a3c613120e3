import type { Db } from "mongodb";
import { isDuplicateKey } from "./errors.ts";

/** The version of what we store. Each change of it is a file of `migrations/`. */
export const STORE_SCHEMA = 1;

/** The record of the store's version, which stands alone in its collection. */
interface PlatformRecord {
  _id: string;
  schema: number;
}

const COLLECTION = "platform";
const RECORD_ID = "store";

/** Collections that only we write, by which a store without the record is recognised as one of another version. */
const OUR_COLLECTIONS = /^(?:workflow|approval)_|^(?:audit_logs|outbox)$/u;

/** The store's data is of a version that this one neither reads nor changes. */
export class OtherVersionError extends Error {
  override readonly name = "OtherVersionError";

  constructor(schema: number | "none") {
    super(`This store was written by another version (schema ${schema}, expected ${STORE_SCHEMA})`);
  }
}

/**
 * Checks that the store's data is of this version, with one read; an empty store becomes one of this version. Several
 * replicas may do so at once.
 *
 * @throws OtherVersionError when the record has another number, or is missing where we have stored something
 */
export async function claimStore(db: Db): Promise<void> {
  const platform = db.collection<PlatformRecord>(COLLECTION);
  const readSchema = async () => (await platform.findOne({ _id: RECORD_ID }))?.schema;
  let schema = await readSchema();
  if (schema === undefined) {
    if (!(await holdsOurRecords(db))) {
      await platform.insertOne({ _id: RECORD_ID, schema: STORE_SCHEMA }).catch(ignoreDuplicate);
    }
    // Also where we have stored something: a replica that starts at the same time writes the record before its others.
    schema = await readSchema();
  }
  if (schema !== STORE_SCHEMA) throw new OtherVersionError(schema ?? "none");
}

async function holdsOurRecords(db: Db): Promise<boolean> {
  const collections = await db.listCollections({}, { nameOnly: true, authorizedCollections: true }).toArray();
  for (const { name } of collections) {
    if (OUR_COLLECTIONS.test(name) && (await db.collection(name).findOne()) !== null) return true;
  }
  return false;
}

function ignoreDuplicate(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}
