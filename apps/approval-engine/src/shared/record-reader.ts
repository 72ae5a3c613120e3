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
  page(companyId: string, filter: Filter<D>, paging: Paging, sort?: Sort): Page<RecordOf<D>>;
  findNewest(companyId: string, filter: Filter<D>): Promise<RecordOf<D> | null>;
  listNewest(companyId: string, filter: Filter<D>, limit: number): Promise<RecordOf<D>[]>;
  /** Every match, read in batches as it is consumed. */
  stream(companyId: string, filter: Filter<D>): AsyncIterable<RecordOf<D>>;
  /** One command for all ids; the answers are in the order of the ids. */
  byIds(companyId: string, ids: readonly string[]): Promise<(RecordOf<D> | null)[]>;
  /** The same with deleted records. */
  everByIds(companyId: string, ids: readonly string[]): Promise<(RecordOf<D> | null)[]>;
  /**
   * One command for all parents; the answers are in the order of the parents, each sorted as requested.
   *
   * @param children.beside what an index needs beside the parents' field
   * @param children.fields those that are read, beside `_id` and the parents' field; default all
   */
  byParents<Field extends keyof D & string = keyof D & string>(
    companyId: string,
    field: keyof RecordOf<D> & string,
    parentIds: readonly string[],
    sort: Sort,
    children?: { beside?: Filter<D>; fields?: readonly Field[] },
  ): Promise<RecordOf<Pick<D, Field>>[][]>;
}

/**
 * Records that a list or a stream decodes in one go; the server's own batches have up to 16 MB. Few enough for others to
 * be served in between also where each has several kilobytes.
 */
export const STREAM_BATCH = 25;

/**
 * The same for small records, and for pages: one more than these have, because after a full batch a driver asks again.
 */
const READ_BATCH = 101;

/** Reads all that is found in batches of {@link STREAM_BATCH}, so that others are served in between. */
export async function readAll<D extends object, T>(
  cursor: FindCursor<D>,
  toShown: (document: D) => T,
): Promise<T[]> {
  return await cursor.batchSize(STREAM_BATCH).map(toShown).toArray();
}

/** The index of pages: they show live records of a company, newest first. */
export const PAGE = { companyId: 1, deletedAt: 1, createdAt: -1, _id: -1 } as const;

/** The projection that leaves fields out. */
export const withoutFields = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, 0]));

/** The projection that reads these fields alone, and `_id`. */
const onlyFields = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, 1]));

/** Newest first, `_id` as the tie-break (contract, "Pages"). */
export const NEWEST_FIRST: Sort = { createdAt: -1, _id: -1 };

/** @param hiddenFields - stored fields that are not read */
export function createRecordReader<D extends BaseRecord>(
  collection: Collection<D>,
  hiddenFields: readonly string[] = [],
): RecordReader<D> {
  const options = { projection: withoutFields(hiddenFields), batchSize: READ_BATCH };
  const toShown = (document: object) => toRecord(document as D);
  const companyFilter = (companyId: string, filter: Filter<D>) =>
    ({ ...filter, companyId: new ObjectId(companyId), deletedAt: null }) as Filter<D>;
  const findStored = (companyId: string, filter: Filter<D>, sort = NEWEST_FIRST) =>
    collection.find(companyFilter(companyId, filter), { ...options, sort });
  const find = (companyId: string, filter: Filter<D>, sort?: Sort) =>
    findStored(companyId, filter, sort).map(toShown);

  /** From index keys alone: for `deletedAt: null`, which also stands for a missing field, a server reads every record. */
  async function countLive(companyId: string): Promise<number> {
    const ofCompany = { companyId: new ObjectId(companyId) } as Filter<D>;
    const counts = [ofCompany, { ...ofCompany, deletedAt: { $gte: new Date(0) } }].map((filter) =>
      collection.count(filter),
    );
    const [all = 0, deletedCount = 0] = await Promise.all(counts);
    return all - deletedCount;
  }

  async function byIds(ids: readonly string[], filter: Filter<D>): Promise<(RecordOf<D> | null)[]> {
    const records = await collection.find(filter, options).map(toShown).toArray();
    const recordById = new Map(records.map((record) => [record._id, record]));
    return ids.map((id) => recordById.get(id) ?? null);
  }

  return {
    page: (companyId, filter, { skip, take }, sort) => ({
      data: () => find(companyId, filter, sort).skip(skip).limit(take).toArray(),
      total: () =>
        Object.keys(filter).length === 0
          ? countLive(companyId)
          : collection.count(companyFilter(companyId, filter)),
    }),
    findNewest: async (companyId, filter) => (await find(companyId, filter).limit(1).toArray())[0] ?? null,
    listNewest: (companyId, filter, limit) => readAll(findStored(companyId, filter).limit(limit), toShown),
    // Without a limit: the batches together take as long as the client reads.
    stream: (companyId, filter) => find(companyId, filter).maxTimeMS(0).batchSize(STREAM_BATCH),
    byIds: (companyId, ids) => byIds(ids, companyFilter(companyId, anyOf("_id", ids))),
    everByIds: (companyId, ids) => {
      const { deletedAt: _live, ...filter } = companyFilter(companyId, anyOf("_id", ids));
      return byIds(ids, filter as Filter<D>);
    },
    byParents: async (companyId, field, parentIds, sort, { beside = {}, fields } = {}) => {
      const groups = new Map(parentIds.map((id) => [id, [] as never[]]));
      const cursor = find(companyId, { ...beside, ...anyOf(field, parentIds) }, sort);
      if (fields !== undefined) cursor.project(onlyFields([...fields, field]));
      for await (const record of cursor) groups.get(record[field] as string)?.push(record as never);
      return parentIds.map((id) => groups.get(id) ?? []);
    },
  };
}

function anyOf<D>(field: string, ids: readonly string[]): Filter<D> {
  return { [field]: { $in: ids.map((id) => new ObjectId(id)) } } as Filter<D>;
}
