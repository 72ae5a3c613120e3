import { type Collection, type Filter, type FindCursor, ObjectId, type Sort } from "mongodb";

import type { BaseRecord } from "./records.ts";
import { type RecordOf, toRecord } from "./record-of.ts";

/** Which of the matching records to show. */
export interface Paging {
  skip: number;
  take: number;
}

/** One page; each half is read from the store only when it is asked for. */
export interface Page<T> {
  data(): Promise<T[]>;
  total(): Promise<number>;
}

/**
 * Reads one collection outside transactions. Every read is fenced by the company, blind to deleted records and,
 * unless it says otherwise, newest first.
 */
export interface RecordReader<D extends BaseRecord> {
  page(companyId: string, filter: Filter<D>, paging: Paging): Page<RecordOf<D>>;
  findNewest(companyId: string, filter: Filter<D>): Promise<RecordOf<D> | null>;
  listNewest(companyId: string, filter: Filter<D>, limit: number, pace?: Pace): Promise<RecordOf<D>[]>;
  /** Every match, read in batches as it is consumed. */
  stream(companyId: string, filter: Filter<D>): AsyncIterable<RecordOf<D>>;
  /** One command for all ids; the answers are in the order of the ids. */
  byIds(companyId: string, ids: readonly string[]): Promise<(RecordOf<D> | null)[]>;
  /** The same with deleted records. */
  everByIds(companyId: string, ids: readonly string[]): Promise<(RecordOf<D> | null)[]>;
  /** One command for all parents; the answers are in the order of the parents, each sorted as requested. */
  byParents(
    companyId: string,
    field: keyof RecordOf<D> & string,
    parentIds: readonly string[],
    sort: Sort,
    pace?: Pace,
  ): Promise<RecordOf<D>[][]>;
}

/**
 * Waits, after so many values were read, until more may be; `undefined`: at once. It rejects to end the reading.
 */
export type Pace = (values: number) => Promise<void> | undefined;

/**
 * Records that a list or a stream decodes in one go; the server's own batches have up to 16 MB. Few enough for others to
 * be served in between also where each has several kilobytes.
 */
export const STREAM_BATCH = 25;

/**
 * The same for small records, and for pages: one more than these have, because after a full batch a driver asks again.
 */
const READ_BATCH = 101;

/** Values that take as long to resolve as a record takes to read. */
const VALUES_PER_RECORD = 8;

/** What is found, batch by batch, with other work and the reader's pace in between. */
async function* batchesOf<D extends object>(found: FindCursor<D>, pace?: Pace): AsyncGenerator<D[]> {
  try {
    while (await found.hasNext()) {
      const documents = found.readBufferedDocuments();
      yield documents;
      await pace?.(documents.length * VALUES_PER_RECORD);
    }
  } finally {
    await found.close();
  }
}

/** Reads all that is found, and shows each batch while the next one is not there yet. */
export async function readAll<D extends object, T>(
  found: FindCursor<D>,
  toShown: (document: D) => T,
  pace?: Pace,
): Promise<T[]> {
  const records: T[] = [];
  for await (const documents of batchesOf(found, pace)) records.push(...documents.map(toShown));
  return records;
}

/** The index of pages: they show live records of a company, newest first. */
export const PAGE = { companyId: 1, createdAt: -1, _id: -1 } as const;

/** The projection that leaves fields out. */
export const withoutFields = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, 0]));

/** Newest first, `_id` as the tie-break (contract, "Pages"). */
export const NEWEST_FIRST: Sort = { createdAt: -1, _id: -1 };

/** @param unshown - stored fields that are not read */
export function createRecordReader<D extends BaseRecord>(
  collection: Collection<D>,
  unshown: readonly string[] = [],
): RecordReader<D> {
  const options = { projection: withoutFields(unshown), batchSize: READ_BATCH };
  const toShown = (document: object) => toRecord(document as D);
  const fenced = (companyId: string, filter: Filter<D>) =>
    ({ ...filter, companyId: new ObjectId(companyId), deletedAt: null }) as Filter<D>;
  const findStored = (companyId: string, filter: Filter<D>, sort = NEWEST_FIRST) =>
    collection.find(fenced(companyId, filter), { ...options, sort });
  const find = (companyId: string, filter: Filter<D>) => findStored(companyId, filter).map(toShown);

  async function byIds(ids: readonly string[], filter: Filter<D>): Promise<(RecordOf<D> | null)[]> {
    const records = await collection.find(filter, options).map(toShown).toArray();
    const found = new Map(records.map((record) => [record._id, record]));
    return ids.map((id) => found.get(id) ?? null);
  }

  return {
    page: (companyId, filter, { skip, take }) => ({
      data: () => find(companyId, filter).skip(skip).limit(take).toArray(),
      total: () => collection.countDocuments(fenced(companyId, filter)),
    }),
    findNewest: async (companyId, filter) => (await find(companyId, filter).limit(1).toArray())[0] ?? null,
    listNewest: (companyId, filter, limit, pace) =>
      readAll(findStored(companyId, filter).limit(limit).batchSize(STREAM_BATCH), toShown, pace),
    stream: (companyId, filter) => find(companyId, filter).batchSize(STREAM_BATCH),
    byIds: (companyId, ids) => byIds(ids, fenced(companyId, anyOf("_id", ids))),
    everByIds: (companyId, ids) => {
      const { deletedAt: _live, ...filter } = fenced(companyId, anyOf("_id", ids));
      return byIds(ids, filter as Filter<D>);
    },
    byParents: async (companyId, field, parentIds, sort, pace) => {
      const groups = new Map(parentIds.map((id) => [id, [] as RecordOf<D>[]]));
      const found = findStored(companyId, anyOf(field, parentIds), sort);
      // Batch by batch: grouping 20,000 records in one go would serve nobody else for 20 ms.
      for await (const documents of batchesOf(found, pace)) {
        for (const document of documents) {
          const record = toShown(document);
          groups.get(record[field] as string)?.push(record);
        }
      }
      return parentIds.map((id) => groups.get(id) ?? []);
    },
  };
}

function anyOf<D>(field: string, ids: readonly string[]): Filter<D> {
  return { [field]: { $in: ids.map((id) => new ObjectId(id)) } } as Filter<D>;
}
