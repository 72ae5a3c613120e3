import { DomainError } from "@countersign/domain/errors";
import { exceededTime } from "@countersign/mongo";
import { text } from "@countersign/texts";
import { type AggregateOptions, type Collection, type Document, type Filter, type ObjectId } from "mongodb";

import type { BaseRecord } from "./records.ts";
import { type RecordOf, toRecord } from "./record-of.ts";
import { type Page, type Paging, STREAM_BATCH, readAll, withoutFields } from "./record-reader.ts";

/**
 * A list's filters and its index. The index is named, because the store's own choice might read a whole company for one
 * user's list.
 */
export interface ListSearch<D> {
  index: string;
  /** Equalities on leading fields of the index: all that a total needs, none of them with null. */
  exact: Filter<D>;
  /**
   * All values of the other fields before the index's order. A page names them, so that the index yields each in the
   * page's order and the store merges them; a total does without.
   */
  open?: Filter<D> | undefined;
  /**
   * The same as `exact` in parts, each of which an index yields in the page's order: for searches of more ranges than the
   * server merges, which it would read whole and sort. Or only what follows a place in that order; a total is of all.
   */
  parts?: readonly ListPart<D>[] | undefined;
  /**
   * The same in parts that have no record in common, for a total: of fewer ranges together, or with conditions on the
   * records of some parts alone.
   */
  disjoint?: readonly Counted<D>[];
  /** Conditions that follow from `exact` once the lists are up to date; every shown record is checked against them. */
  impliedTerms?: Filter<D>;
  /** Conditions on other fields that every record on the list has to be read for. */
  rest?: Filter<D> | undefined;
}

/** Records that a total counts. */
export type Counted<D> = Pick<ListSearch<D>, "exact" | "rest">;

/** A part of a list, and the index that has it in the list's order. */
export type ListPart<D> = Pick<ListSearch<D>, "index" | "exact" | "open">;

/** A field with the id of another record. */
export interface Reference {
  /** Collection of the other record. */
  from: string;
  /** Path of the field. */
  localField: string;
}

/** A record, and the other ones that its reference names: one, or none. */
export type Joined<D, J> = RecordOf<D> & { joined: RecordOf<J>[] };

/** Searches may name every stored field; readers get those of `Shown`. */
export interface ListReader<D extends BaseRecord, Shown = D> {
  page(search: ListSearch<D>, paging: Paging): Page<RecordOf<Shown>>;
  /** The records of a page, each with those that it refers to; the same command reads both. */
  joined<J>(search: ListSearch<D>, paging: Paging, reference: Reference): Promise<Joined<Shown, J>[]>;
  /** The first ones. */
  list(search: ListSearch<D>, limit: number): Promise<RecordOf<Shown>[]>;
  /** Every match, read in batches as it is consumed. */
  stream(search: ListSearch<D>): AsyncIterable<RecordOf<Shown>>;
  /** @param most - counting ends there */
  count(search: ListSearch<D>, most?: number): Promise<number>;
}

/** The order of every list. */
const NEWEST = { createdAt: -1, _id: -1 } as const;
type Place = Pick<BaseRecord, "_id" | "createdAt">;

/** How long a search may read records, in milliseconds. */
export const SEARCH_MS = 5_000;
/** For streams, whose batches together take as long as the client reads. */
const NO_LIMIT = { maxTimeMS: 0 };

/**
 * Reads lists of one collection, newest first. A page reads its own length and a total no record at all, unless the
 * search has conditions on the records themselves: then it may take {@link SEARCH_MS}.
 *
 * @param options.unshown stored fields that are not read
 */
export function createListReader<D extends BaseRecord, Shown extends BaseRecord = D>(
  collection: Collection<D>,
  { unshownFields = [] }: { unshownFields?: readonly Exclude<keyof D & string, keyof Shown>[] } = {},
): ListReader<D, Shown> {
  const projection = withoutFields(unshownFields);
  const toShown = (document: object) => toRecord(document as Shown);
  const limitOf = ({ rest }: Pick<ListSearch<D>, "rest">) =>
    rest === undefined ? {} : { maxTimeMS: SEARCH_MS };
  const findStored = (search: ListSearch<D>, limit: { maxTimeMS?: number } = limitOf(search)) => {
    const options = { projection, sort: NEWEST, hint: search.index, ...limit };
    return collection.find(conditionsOf(search), options);
  };
  const countOf = ({ index, exact, rest }: Counted<D> & { index: string }, most: number) => {
    const ends = most === Infinity ? {} : { limit: most };
    // Not countDocuments: its aggregation reads every record it counts where the index holds an array.
    return inTime(collection.count({ ...exact, ...rest }, { hint: index, ...ends, ...limitOf({ rest }) }));
  };

  async function count({ index, exact, rest, disjoint = [{ exact, rest }] }: ListSearch<D>, most = Infinity) {
    let total = 0;
    for (const countedPart of disjoint) {
      if (total < most) total += await countOf({ index, ...countedPart }, most - total);
    }
    return total;
  }

  /** The ids of a page, merged from those of the search's parts: of each as many as the page's end is away. */
  async function idsOf(
    search: ListSearch<D>,
    parts: readonly ListPart<D>[],
    { skip, take }: Paging,
  ): Promise<ObjectId[]> {
    const placesOfParts = await Promise.all(
      parts.map((part) =>
        findStored(partOf(search, part))
          .project<Place>({ createdAt: 1 })
          .limit(skip + take)
          .toArray(),
      ),
    );
    const places = new Map(placesOfParts.flat().map((place) => [place._id.toHexString(), place]));
    const orderedPlaces = [...places.values()].toSorted(newestFirst).slice(skip, skip + take);
    return orderedPlaces.map(({ _id }) => _id);
  }
  /** The records of a search's parts, merged; one that several parts have comes once. */
  async function* streamOf(search: ListSearch<D>, parts: readonly ListPart<D>[]) {
    const heads = parts.map((part) => ({
      cursor: findStored(partOf(search, part), NO_LIMIT).batchSize(STREAM_BATCH),
      record: null as D | null,
    }));
    const advance = async (head: (typeof heads)[number]) => {
      head.record = (await head.cursor.next()) as D | null;
    };
    try {
      await Promise.all(heads.map(advance));
      for (;;) {
        const [newest] = heads
          .flatMap(({ record }) => (record === null ? [] : [record]))
          .toSorted(newestFirst);
        if (newest === undefined) return;
        yield toShown(newest);
        await Promise.all(heads.filter(({ record }) => record?._id.equals(newest._id)).map(advance));
      }
    } finally {
      await Promise.all(heads.map(({ cursor }) => cursor.close()));
    }
  }
  /** A page in parts: the records that `read` finds by their ids, in the page's order. */
  async function mergeRecords<T extends { _id: string }>(
    search: ListSearch<D>,
    parts: readonly ListPart<D>[],
    paging: Paging,
    read: (byIds: Filter<D>) => Promise<T[]>,
  ): Promise<T[]> {
    const ids = await inTime(idsOf(search, parts, paging));
    const recordsById = new Map(
      (await read({ _id: { $in: ids } } as Filter<D>)).map((record) => [record._id, record]),
    );
    return ids.flatMap((id) => recordsById.get(id.toHexString()) ?? []);
  }

  const readByIds = (byIds: Filter<D>) => readAll(collection.find(byIds, { projection }), toShown);

  return {
    page: (search, { skip, take }) => ({
      data: () =>
        search.parts === undefined
          ? inTime(findStored(search).map(toShown).skip(skip).limit(take).toArray())
          : mergeRecords(search, search.parts, { skip, take }, readByIds),
      total: () => count(search),
    }),
    joined: <J>(search: ListSearch<D>, { skip, take }: Paging, reference: Reference) => {
      const { index, parts } = search;
      const lookup = { $lookup: { ...reference, foreignField: "_id", as: "joined" } };
      const stages = unshownFields.length > 0 ? [{ $unset: [...unshownFields] }, lookup] : [lookup];
      const read = (pipeline: Document[], options: AggregateOptions = {}) =>
        collection
          .aggregate([...pipeline, ...stages], options)
          .map((document) => toShown(document) as Joined<Shown, J>)
          .toArray();
      if (parts !== undefined) {
        return mergeRecords(search, parts, { skip, take }, (byIds) => read([{ $match: byIds }]));
      }
      return inTime(
        read([{ $match: conditionsOf(search) }, { $sort: NEWEST }, { $skip: skip }, { $limit: take }], {
          hint: index,
          ...limitOf(search),
        }),
      );
    },
    list: (search, limit) =>
      search.parts === undefined
        ? inTime(readAll(findStored(search).limit(limit), toShown))
        : mergeRecords(search, search.parts, { skip: 0, take: limit }, readByIds),
    stream: (search) =>
      search.parts === undefined
        ? findStored(search, NO_LIMIT).map(toShown).batchSize(STREAM_BATCH)
        : streamOf(search, search.parts),
    count,
  };
}

const conditionsOf = <D>({ exact, open, impliedTerms, rest }: ListSearch<D>): Filter<D> => ({
  ...impliedTerms,
  ...exact,
  ...open,
  ...rest,
});

const partOf = <D>({ open: _whole, ...search }: ListSearch<D>, part: ListPart<D>): ListSearch<D> => ({
  ...search,
  ...part,
});

/** The order of records from several parts of a search. */
function newestFirst(left: Place, right: Place): number {
  const earlierMs = right.createdAt.getTime() - left.createdAt.getTime();
  return earlierMs || (left._id.toHexString() < right._id.toHexString() ? 1 : -1);
}

/** @throws DomainError `QUERY_TOO_SLOW` for a search that took too long (OPS-7) */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!exceededTime(error)) throw error;
    throw new DomainError("QUERY_TOO_SLOW", text("input.readTooLong"), { cause: error });
  }
}
