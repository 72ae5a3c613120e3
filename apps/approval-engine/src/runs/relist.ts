import type { Db, Document, ObjectId, UpdateFilter } from "mongodb";

import { LISTS_AS_STAGES } from "./lists.ts";

/** Records that are brought up to date with one command. */
const BATCH = 500;

/**
 * What shows that a record's lists are not this release's work: nothing is there where there is always something, or
 * ids have become text, as in a record that an older release has read and written back whole. Each is a look at the
 * few index entries that are so.
 */
const STALE: readonly { collection: keyof typeof LISTS_AS_STAGES; filter: Document; hint: string }[] = [
  { collection: "workflow_tasks", filter: { listedFor: null }, hint: "listed" },
  { collection: "workflow_tasks", filter: { submissionOf: { $gte: "" } }, hint: "submissions" },
  { collection: "workflow_approvals", filter: { listedFor: null }, hint: "listed_by_kind" },
  { collection: "workflow_approvals", filter: { listedFor: { $gte: "" } }, hint: "listed_by_kind" },
];

/**
 * Brings the lists of records up to date that an older release, or something else, has written: in batches, until none
 * is left. What it has done stays done when it is ended, and others may do the same, or write, at the same time: the
 * store makes each record's lists of what the record is then.
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
