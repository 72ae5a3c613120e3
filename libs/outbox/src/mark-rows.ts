import type { Collection } from "mongodb";
import type { OutboxRecord, OutboxRow } from "./record.ts";

/** Rows marked by one statement, so that other requests to the store do not wait for all of them. */
const ROWS_MARKED_AT_ONCE = 500;

/** Ends the waiting of a row. */
const $unset = { pending: true, lease: true } as const;

/** Marks rows as published that were not replayed since they were claimed. */
export async function markPublished(
  outbox: Collection<OutboxRecord>,
  publishedRows: readonly Pick<OutboxRow, "id" | "replays">[],
  times: Required<Pick<OutboxRecord, "publishedAt" | "expiresAt">>,
): Promise<void> {
  for (const [replays, rows] of Map.groupBy(publishedRows, (row) => row.replays ?? null)) {
    // In the order of their making, so that each statement changes neighbours in the indexes.
    const ids = rows.map(({ id }) => id).toSorted();
    for (let from = 0; from < ids.length; from += ROWS_MARKED_AT_ONCE) {
      const some = { _id: { $in: ids.slice(from, from + ROWS_MARKED_AT_ONCE) }, replays };
      await outbox.updateMany(some, { $set: times, $unset });
    }
  }
}

/** Sets rows aside that can never be published, each with the reason. */
export async function markRejected(
  outbox: Collection<OutboxRecord>,
  rejectedRows: readonly { id: string; reason: string }[],
  rejectedAt: Date,
): Promise<void> {
  for (const { id, reason } of rejectedRows) {
    await outbox.updateOne({ _id: id }, { $set: { rejectedAt, rejection: reason }, $unset });
  }
}

/** Takes the leases from rows that their holder did not publish, so that they wait for any relay. */
export async function removeLeases(
  outbox: Collection<OutboxRecord>,
  unpublishedRows: readonly Pick<OutboxRow, "id">[],
  holder: string,
): Promise<void> {
  const ids = unpublishedRows.map(({ id }) => id);
  await outbox.updateMany({ _id: { $in: ids }, "lease.holder": holder }, { $unset: { lease: true } });
}
