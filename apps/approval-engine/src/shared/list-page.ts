import { DomainError } from "@countersign/domain/errors";
import { type Collection, type Filter, MongoServerError, type ObjectId } from "mongodb";

import type { BaseRecord } from "./records.ts";
import { type RecordOf, toRecord } from "./record-of.ts";
import { NEWEST_FIRST, type Page, type Paging, STREAM_BATCH } from "./record-reader.ts";

/**
 * A list's filters and its index. The index is named, because the store's own choice might read a whole company for one
 * user's list.
 */
export interface ListSearch<D> {
  index: string;
  /** Equalities on the leading fields of the index, up to its order: all that a total needs, none of them with null. */
  exact: Filter<D>;
  /** Conditions that follow from `exact` once the lists are up to date; every shown record is checked against them. */
  implied?: Filter<D>;
  /** Conditions on other fields that every record on the list has to be read for. */
  rest?: Filter<D> | undefined;
}

/** A field with the id of another record. */
export interface Reference {
  /** Collection of the other record. */
  from: string;
  /** Path of the field. */
  localField: string;
}

/** A record, and the other ones that its reference names: one, or none. */
export type Joined<D, J> = RecordOf<D> & { joined: RecordOf<J>[] };

export interface ListReader<D extends BaseRecord> {
  page(search: ListSearch<D>, paging: Paging): Page<RecordOf<D>>;
  /** The records of a page, each with those that it refers to; the same command reads both. */
  joined<J>(search: ListSearch<D>, paging: Paging, reference: Reference): Promise<Joined<D, J>[]>;
  /** The first ones. */
  list(search: ListSearch<D>, limit: number): Promise<RecordOf<D>[]>;
  /** The different ids that a field of the matches has. */
  idsIn(search: ListSearch<D>, field: keyof D & string): Promise<ObjectId[]>;
  /** Every match, read in batches as it is consumed. */
  stream(search: ListSearch<D>): AsyncIterable<RecordOf<D>>;
  count(search: ListSearch<D>): Promise<number>;
}

/** How long a search may read records, in milliseconds. */
const SEARCH_MS = 5_000;
const TIME_LIMIT = 50;

/**
 * Reads lists of one collection, newest first. A page reads its own length and a total no record at all, unless the
 * search has conditions on the records themselves: then it may take {@link SEARCH_MS}.
 *
 * @param searchMs for tests
 */
export function createListReader<D extends BaseRecord>(
  collection: Collection<D>,
  searchMs: number = SEARCH_MS,
): ListReader<D> {
  const find = ({ index, exact, implied, rest }: ListSearch<D>, bounded: boolean) =>
    collection
      .find(
        { ...implied, ...exact, ...rest },
        {
          sort: NEWEST_FIRST,
          hint: index,
          ...(bounded && rest !== undefined && { maxTimeMS: searchMs }),
        },
      )
      .map((document) => toRecord(document as D));
  const count = ({ index, exact, rest }: ListSearch<D>): Promise<number> =>
    // Not countDocuments: its aggregation reads every record it counts where the index holds an array.
    inTime(
      collection.count(
        { ...exact, ...rest },
        {
          hint: index,
          ...(rest !== undefined && { maxTimeMS: searchMs }),
        },
      ),
    );

  return {
    page: (search, { skip, take }) => ({
      data: () => inTime(find(search, true).skip(skip).limit(take).toArray()),
      total: () => count(search),
    }),
    joined: <J>(search: ListSearch<D>, { skip, take }: Paging, reference: Reference) => {
      const { index, exact, implied, rest } = search;
      const found = collection.aggregate<Joined<D, J>>(
        [
          { $match: { ...implied, ...exact, ...rest } },
          { $sort: NEWEST_FIRST },
          { $skip: skip },
          { $limit: take },
          { $lookup: { ...reference, foreignField: "_id", as: "joined" } },
        ],
        { hint: index, ...(rest !== undefined && { maxTimeMS: searchMs }) },
      );
      return inTime(found.map((document) => toRecord(document) as Joined<D, J>).toArray());
    },
    list: (search, limit) => find(search, false).limit(limit).batchSize(STREAM_BATCH).toArray(),
    idsIn: async ({ index, exact, implied, rest }, field) => {
      const grouped = collection.aggregate<{ _id: ObjectId }>(
        [{ $match: { ...implied, ...exact, ...rest } }, { $group: { _id: `$${field}` } }],
        { hint: index, maxTimeMS: searchMs },
      );
      return (await inTime(grouped.toArray())).map(({ _id }) => _id);
    },
    stream: (search) => find(search, false).batchSize(STREAM_BATCH),
    count,
  };
}

/** @throws DomainError `INVALID_INPUT` for a search that took too long */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== TIME_LIMIT) throw error;
    throw new DomainError(
      "INVALID_INPUT",
      "The search reads more records than it has time for; narrow it by status or kinds, or search for a reference",
      { field: "keyword", cause: error },
    );
  }
}
