import { DomainError } from "@countersign/domain/errors";
import { exceededTime } from "@countersign/mongo";
import { text } from "@countersign/texts";
import { type AggregateOptions, type Collection, type Document, type Filter, ObjectId } from "mongodb";

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
   * The same in parts that have no record in common, for a total: of fewer ranges together, with conditions on the records
   * of some parts alone, or as differences that index keys answer.
   */
  disjoint?: readonly Counted<D>[];
  /** The order, which the index has; default: newest first. */
  order?: ListOrder | undefined;
  /** Conditions that follow from `exact` once the lists are up to date; every shown record is checked against them. */
  implied?: Filter<D>;
  /** Conditions on other fields that every record on the list has to be read for. */
  rest?: Filter<D> | undefined;
  /** The same as `rest` in two parts, for pages that look at a bounded number of records: see {@link ListReader.among}. */
  judged?: Judged<D> | undefined;
}

/** Records that a total counts. */
export interface Counted<D> {
  /** Default: the search's own. */
  index?: string;
  exact: Filter<D>;
  rest?: Filter<D> | undefined;
  /** Equalities on the same fields that some of these records meet, and no other ones: they do not count. */
  without?: Filter<D>;
}

/** Conditions that many records of a list may not meet. */
export interface Judged<D> {
  /** The other ones. */
  rest: Filter<D> | undefined;
  /** Fields that they look at. */
  fields: readonly string[];
  passes(this: void, record: Partial<RecordOf<D>>): boolean;
}

/** A part of a list, and the index that has it in the list's order. */
export type ListPart<D> = Pick<ListSearch<D>, "index" | "exact" | "open">;

/** The order of a list: by a field that every listed record has, with `_id` as the tie-break. */
export interface ListOrder {
  by: string;
  direction: 1 | -1;
  /** Compares values of the field as the store does, ascending. */
  compare(this: void, left: never, right: never): number;
}

export const compareDates = (left: Date, right: Date): number => left.getTime() - right.getTime();

const NEWEST: ListOrder = { by: "createdAt", direction: -1, compare: compareDates };

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
  /**
   * The matches among so many records of a list, and the last of these if there are more: for conditions that many records
   * of a list may not meet. Fields that the caller needs of the last one have to be named.
   */
  among<J>(
    search: ListSearch<D>,
    bounds: { take: number; most: number; placed: readonly string[]; reference?: Reference | undefined },
  ): Promise<{ found: Joined<Shown, J>[]; last: RecordOf<Shown> | undefined }>;
  /** The matches among the first ones, with these fields of them alone. */
  fields(search: ListSearch<D>, most: number, names: readonly string[]): Promise<Partial<RecordOf<D>>[]>;
  /** The first ones. */
  list(search: ListSearch<D>, limit: number): Promise<RecordOf<Shown>[]>;
  /** The different ids that a field of the matches has. */
  idsIn(search: ListSearch<D>, field: keyof D & string): Promise<ObjectId[]>;
  /** Every match, read in batches as it is consumed. */
  stream(search: ListSearch<D>): AsyncIterable<RecordOf<Shown>>;
  /** @param most - counting ends there */
  count(search: ListSearch<D>, most?: number): Promise<number>;
}

/** How long a search may read records, in milliseconds. */
const SEARCH_MS = 5_000;
/** For streams, whose batches together take as long as the client reads. */
const NO_LIMIT = { maxTimeMS: 0 };

/**
 * Reads lists of one collection, newest first. A page reads its own length and a total no record at all, unless the
 * search has conditions on the records themselves: then it may take {@link SEARCH_MS}.
 *
 * @param options.unshown stored fields that are not read
 * @param options.searchMs for tests
 */
export function createListReader<D extends BaseRecord, Shown extends BaseRecord = D>(
  collection: Collection<D>,
  {
    unshown = [],
    searchMs = SEARCH_MS,
  }: { unshown?: readonly Exclude<keyof D & string, keyof Shown>[]; searchMs?: number | undefined } = {},
): ListReader<D, Shown> {
  const projection = withoutFields(unshown);
  const toShown = (document: object) => toRecord(document as Shown);
  const limitOf = ({ rest }: Pick<ListSearch<D>, "rest">) =>
    rest === undefined ? {} : { maxTimeMS: searchMs };
  const stored = (search: ListSearch<D>, limit: { maxTimeMS?: number } = limitOf(search)) => {
    const options = { projection, sort: sortOf(search), hint: search.index, ...limit };
    return collection.find(conditionsOf(search), options);
  };
  const keysOf = (search: Omit<Counted<D>, "without"> & { index: string }, most: number): Promise<number> => {
    const { index, exact, rest } = search;
    const ends = most === Infinity ? {} : { limit: most };
    // Not countDocuments: its aggregation reads every record it counts where the index holds an array.
    return inTime(collection.count({ ...exact, ...rest }, { hint: index, ...ends, ...limitOf(search) }));
  };
  async function countOf({ without, ...counted }: Counted<D> & { index: string }, most: number) {
    if (without === undefined) return keysOf(counted, most);
    const left = await keysOf({ index: counted.index, exact: without }, Infinity);
    // Others may write between the two counts.
    return Math.max(0, (await keysOf(counted, left + most)) - left);
  }

  async function count({ index, exact, rest, disjoint = [{ exact, rest }] }: ListSearch<D>, most = Infinity) {
    let total = 0;
    for (const counted of disjoint) {
      if (total < most) total += await countOf({ index, ...counted }, most - total);
    }
    return total;
  }

  /** The ids of a page, merged from those of the search's parts: of each as many as the page's end is away. */
  async function idsOf(search: ListSearch<D>, parts: readonly ListPart<D>[], paging: Paging) {
    return (await placesOf(search, parts, paging)).map(({ _id }) => _id as ObjectId);
  }
  /** The same with the fields of their order, and others. */
  async function placesOf(
    search: ListSearch<D>,
    parts: readonly ListPart<D>[],
    { skip, take }: Paging,
    others: readonly string[] = [],
  ) {
    const fields = Object.fromEntries([(search.order ?? NEWEST).by, ...others].map((field) => [field, 1]));
    const found = await Promise.all(
      parts.map((part) =>
        stored(partOf(search, part))
          .project(fields)
          .limit(skip + take)
          .toArray(),
      ),
    );
    const distinct = new Map(found.flat().map((one) => [one._id.toHexString(), one]));
    return [...distinct.values()].toSorted(comparing(search)).slice(skip, skip + take);
  }
  /** The first records of a list, whatever is judged of them, with some of their fields. */
  async function lookedAt(search: ListSearch<D>, most: number, names: readonly string[]) {
    const { judged = { rest: search.rest, fields: [] } } = search;
    const all = { ...search, rest: judged.rest };
    const fields = [...new Set([...names, ...judged.fields])];
    const found = await inTime(placesOf(all, search.parts ?? [all], { skip: 0, take: most }, fields));
    return found.map((one) => toRecord(one) as Partial<RecordOf<D>> & { _id: string });
  }
  /** The records of a search's parts, merged; one that several parts have comes once. */
  async function* streamOf(search: ListSearch<D>, parts: readonly ListPart<D>[]) {
    const heads = parts.map((part) => ({
      cursor: stored(partOf(search, part), NO_LIMIT).batchSize(STREAM_BATCH),
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
          .toSorted(comparing(search));
        if (newest === undefined) return;
        yield toShown(newest);
        await Promise.all(heads.filter(({ record }) => record?._id.equals(newest._id)).map(advance));
      }
    } finally {
      await Promise.all(heads.map(({ cursor }) => cursor.close()));
    }
  }
  /** A page in parts: the records that `read` finds by their ids, in the page's order. */
  async function merged<T extends { _id: string }>(
    search: ListSearch<D>,
    parts: readonly ListPart<D>[],
    paging: Paging,
    read: (byIds: Filter<D>) => Promise<T[]>,
  ): Promise<T[]> {
    const ids = await inTime(idsOf(search, parts, paging));
    const found = new Map((await read({ _id: { $in: ids } } as Filter<D>)).map((one) => [one._id, one]));
    return ids.flatMap((id) => found.get(id.toHexString()) ?? []);
  }

  const readByIds = (byIds: Filter<D>) => readAll(collection.find(byIds, { projection }), toShown);

  return {
    page: (search, { skip, take }) => ({
      data: () =>
        search.parts === undefined
          ? inTime(stored(search).map(toShown).skip(skip).limit(take).toArray())
          : merged(search, search.parts, { skip, take }, readByIds),
      total: () => count(search),
    }),
    joined: <J>(search: ListSearch<D>, { skip, take }: Paging, reference: Reference) => {
      const { index, parts } = search;
      const lookup = { $lookup: { ...reference, foreignField: "_id", as: "joined" } };
      const stages = unshown.length > 0 ? [{ $unset: [...unshown] }, lookup] : [lookup];
      const read = (pipeline: Document[], options: AggregateOptions = {}) =>
        collection
          .aggregate([...pipeline, ...stages], options)
          .map((document) => toShown(document) as Joined<Shown, J>)
          .toArray();
      if (parts !== undefined) {
        return merged(search, parts, { skip, take }, (byIds) => read([{ $match: byIds }]));
      }
      return inTime(
        read(
          [{ $match: conditionsOf(search) }, { $sort: sortOf(search) }, { $skip: skip }, { $limit: take }],
          {
            hint: index,
            ...limitOf(search),
          },
        ),
      );
    },
    among: async <J>(
      search: ListSearch<D>,
      { take, most, placed, reference }: Parameters<ListReader<D, Shown>["among"]>[1],
    ) => {
      const places = await lookedAt(search, most, placed);
      const shown = places.filter(passing(search)).slice(0, take);
      const ids = shown.map(({ _id }) => new ObjectId(_id));
      const lookup = reference ? [{ $lookup: { ...reference, foreignField: "_id", as: "joined" } }] : [];
      const records = await collection
        .aggregate([{ $match: { _id: { $in: ids } } }, { $unset: [...unshown] }, ...lookup])
        .map((document) => toShown(document) as Joined<Shown, J>)
        .toArray();
      const byId = new Map(records.map((record) => [record._id, record]));
      const last = places.length === most ? places.at(-1) : undefined;
      return {
        found: shown.flatMap(({ _id }) => byId.get(_id) ?? []),
        last: last as RecordOf<Shown> | undefined,
      };
    },
    fields: async (search, most, names) => (await lookedAt(search, most, names)).filter(passing(search)),
    list: (search, limit) =>
      search.parts === undefined
        ? inTime(readAll(stored(search).limit(limit), toShown))
        : merged(search, search.parts, { skip: 0, take: limit }, readByIds),
    idsIn: async ({ index, exact, implied, rest }, field) => {
      const grouped = collection.aggregate<{ _id: ObjectId }>(
        [{ $match: { ...implied, ...exact, ...rest } }, { $group: { _id: `$${field}` } }],
        { hint: index, maxTimeMS: searchMs },
      );
      return (await inTime(grouped.toArray())).map(({ _id }) => _id);
    },
    stream: (search) =>
      search.parts === undefined
        ? stored(search, NO_LIMIT).map(toShown).batchSize(STREAM_BATCH)
        : streamOf(search, search.parts),
    count,
  };
}

const passing =
  <D>({ judged }: ListSearch<D>) =>
  (record: Partial<RecordOf<D>>): boolean =>
    judged === undefined || judged.passes(record);

const conditionsOf = <D>({ exact, open, implied, rest }: ListSearch<D>): Filter<D> => ({
  ...implied,
  ...exact,
  ...open,
  ...rest,
});

const partOf = <D>({ open: _whole, ...search }: ListSearch<D>, part: ListPart<D>): ListSearch<D> => ({
  ...search,
  ...part,
});

function sortOf<D>({ order = NEWEST }: ListSearch<D>): Record<string, 1 | -1> {
  const { by, direction } = order;
  return { [by]: direction, _id: direction };
}

const idOf = ({ _id }: Document) => (_id as ObjectId).toHexString();

/** The search's order, of records from several of its parts. */
function comparing<D>({ order = NEWEST }: ListSearch<D>) {
  const { by, direction, compare } = order;
  return (left: Document, right: Document): number =>
    direction * (compare(left[by] as never, right[by] as never) || (idOf(left) < idOf(right) ? -1 : 1));
}

/** @throws DomainError `QUERY_TOO_SLOW` for a search that took too long (OPS-7) */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!exceededTime(error)) throw error;
    throw new DomainError("QUERY_TOO_SLOW", text("input.readTooLong"), { cause: error });
  }
}
