import type { Db, Document, ObjectId, UpdateFilter } from "mongodb";

import { LISTS_AS_STAGES } from "./lists.ts";

/** Records that are brought up to date with one command. */
const BATCH = 500;

/**
 * Finds records whose lists this release did not write: a field is missing that it always writes, or ids have become
 * text because an older release read the record and wrote it back whole. Each filter reads only the matching index
 * entries.
 */
const STALE: readonly { collection: keyof typeof LISTS_AS_STAGES; filter: Document; hint: string }[] = [
  { collection: "workflow_tasks", filter: { listedFor: null }, hint: "listed" },
  { collection: "workflow_tasks", filter: { submissionOf: { $gte: "" } }, hint: "submissions" },
  { collection: "workflow_approvals", filter: { listedFor: null }, hint: "listed_by_kind" },
  { collection: "workflow_approvals", filter: { listedFor: { $gte: "" } }, hint: "listed_by_kind" },
];

/**
 * Brings the lists of records that another release wrote up to date: in batches, until none is left. It may be stopped
 * at any time, finished batches stay done, and other rounds and writers may run beside it: the store derives each
 * record's lists from the record's state at that moment.
 *
 * @param onBatch - called with how many records have been done so far
 * @returns how many records it has brought up to date
 * @throws the driver's errors
 */
export async function relist(
  db: Pick<Db, "collection">,
  onBatch: (done: number) => void = () => undefined,
): Promise<number> {
  let done = 0;
  for (const { collection: name, filter, hint } of STALE) {
    const collection = db.collection<{ _id: ObjectId }>(name);
    const find = () => collection.find(filter, { projection: { _id: 1 }, limit: BATCH, hint }).toArray();
    for (let stale = await find(); stale.length > 0; stale = await find()) {
      const ids = stale.map(({ _id }) => _id);
      const stages = LISTS_AS_STAGES[name] as UpdateFilter<Document>[];
      await collection.updateMany({ _id: { $in: ids } }, stages);
      onBatch((done += ids.length));
    }
  }
  return done;
}
