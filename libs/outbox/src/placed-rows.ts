import { streamOf } from "@countersign/contracts";
import { insertMissing, type OpenScope, sessionOption, type StatementFailures } from "@countersign/mongo";
import type { Db, Filter } from "mongodb";
import type { OutboxEntry, OutboxSender } from "./outbox.ts";
import { outboxOf, type OutboxRecord, toRow } from "./record.ts";

/** An entry whose place and time were fixed with what caused it. */
export interface PlacedEntry extends OutboxEntry {
  position: number;
  createdAt: Date;
}

/** The position of a key's newest row; 0 without rows. */
export async function lastPosition({ db, ...scope }: OpenScope, key: string): Promise<number> {
  const [newestRow] = await outboxOf(db)
    .aggregate<{ position: number }>(
      [
        // Names both kinds of rows, so that the index yields the last of each.
        { $match: { key, pending: { $in: [true, null] } } },
        { $sort: { position: -1 } },
        { $limit: 1 },
        { $unset: ["data", "headers"] },
      ],
      sessionOption(scope),
    )
    .toArray();
  return newestRow?.position ?? 0;
}

/** The rows of a key from a position on, published ones too, in the order in which they leave. */
export function placedRows(
  db: Pick<Db, "collection">,
  key: string,
  from: number,
): Promise<Pick<OutboxRecord, "_id" | "position" | "subject" | "data">[]> {
  const waitingOrNot: Filter<OutboxRecord> = { pending: { $in: [true, null] } as never };
  return db
    .collection<OutboxRecord>("outbox")
    .find({ key, ...waitingOrNot, position: { $gte: from } })
    .project<Pick<OutboxRecord, "_id" | "position" | "subject" | "data">>({
      position: 1,
      subject: 1,
      data: 1,
    })
    .sort({ position: 1 })
    .toArray();
}

/**
 * Makes the function that writes rows of placed entries outside of transactions, with one command for all keys. A row that is
 * there already stays as it is. Where no other row of a key waits, the relay of this process carries its rows at once.
 *
 * @returns of that function: why entries failed, by their places
 */
export function createPlacedRows(
  db: Db,
  { service, relay }: OutboxSender,
): (entries: readonly PlacedEntry[]) => Promise<StatementFailures> {
  const outbox = outboxOf(db);

  async function waitingKeys(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const waitingRows = await outbox
      .find(
        // Rows without a service are read too (DOC-5).
        { key: { $in: [...keys] }, pending: true, service: { $in: [service, null] } },
        { projection: { key: 1 } },
      )
      .toArray();
    return new Set(waitingRows.map(({ key }) => key));
  }

  return async (entries) => {
    if (entries.length === 0) return new Map();
    const lease = relay?.lease();
    const keysThatWait = lease ? await waitingKeys([...new Set(entries.map(({ key }) => key))]) : undefined;
    const records = entries.map(({ id, ...entry }): OutboxRecord => {
      const record = {
        _id: id,
        service,
        stream: streamOf(entry.subject) ?? "",
        ...entry,
        pending: true,
      } as const;
      if (!lease || keysThatWait?.has(entry.key)) return record;
      return { ...record, lease: { holder: lease.holder, until: lease.until } };
    });
    const { failures, present } = await insertMissing(outbox, records);
    const insertedRecords = records.filter((_, at) => !failures.has(at) && !present.has(at));
    const leasedRecords = insertedRecords.filter((record) => record.lease !== undefined);
    if (leasedRecords.length > 0) lease?.carry(leasedRecords.map(toRow));
    if (leasedRecords.length < insertedRecords.length) relay?.wake();
    return failures;
  };
}
