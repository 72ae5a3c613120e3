import { type Collection, type Document, type Filter, ObjectId } from "mongodb";

import type { Place } from "./place.ts";

/**
 * Most records that a page looks at beyond those that it shows (contract-3, READ-2). A page that finds less among them is
 * short, and says where to go on.
 */
const EXAMINED_MAX = 1_000;

/** Records that are looked at together. */
const BATCH = 200;

/** Records in the order of a field, newest first, `_id` as the tie-break. */
export interface Ordered<D> {
  collection: Collection<D & Document>;
  /** The index: the fields of `exact`, then the order. */
  index: string;
  exact: Filter<D>;
  by: keyof D & string;
  /** Instants of the order, in the field's own unit. */
  from?: Date | number | undefined;
  until?: Date | number | undefined;
  /** The fields that are read. Default: all. */
  projection?: Readonly<Record<string, 1>>;
}

/** Some records, and where to go on; `next` is undefined after the last. */
export interface Found<T> {
  data: T[];
  next: Place | undefined;
}

/** Which records a page shows. */
export interface Wanted<D> {
  take: number;
  after?: Place | undefined;
  placeOf: (record: D) => Place;
  /** The value of the order's field at a place. Default: a date. */
  valueAt?: (place: Place) => Date | number;
}

/** Makes of some records those that are shown, each with what is shown of it. */
type Filtering<D, T> = (records: D[]) => Promise<(readonly [D, T])[]>;

/**
 * Reads a page of records in their order. Those that the filter refuses count too: after {@link EXAMINED_MAX} the page
 * ends.
 *
 * @param filter - undefined: all of them are shown
 */
export function readOn<D extends { _id: ObjectId }>(
  orderedList: Ordered<D>,
  wantedPage: Wanted<D>,
): Promise<Found<D>>;
export function readOn<D extends { _id: ObjectId }, T = D>(
  orderedList: Ordered<D>,
  wantedPage: Wanted<D>,
  filter: Filtering<D, T> | undefined,
): Promise<Found<T>>;
export async function readOn<D extends { _id: ObjectId }, T>(
  orderedList: Ordered<D>,
  { take, after, placeOf, valueAt = ({ atMs }) => new Date(atMs) }: Wanted<D>,
  filter?: Filtering<D, T>,
): Promise<Found<D | T>> {
  const most = filter === undefined ? take + 1 : EXAMINED_MAX;
  const data: (readonly [D, D | T])[] = [];
  let examinedCount = 0;
  let last: D | undefined;
  for (const range of rangesAfter(
    orderedList,
    after && { value: valueAt(after), id: new ObjectId(after.id) },
  )) {
    if (examinedCount >= most) break;
    for await (const records of batchesOf(orderedList, range, {
      most: most - examinedCount,
      size: filter ? BATCH : take + 1,
    })) {
      examinedCount += records.length;
      last = records.at(-1);
      data.push(...(filter ? await filter(records) : records.map((record) => [record, record] as const)));
      if (data.length > take) {
        return { data: shownRecords(data, take), next: placeOf(data[take - 1]![0]) };
      }
    }
  }
  return {
    data: shownRecords(data, take),
    next: filter !== undefined && examinedCount >= most && last ? placeOf(last) : undefined,
  };
}

const shownRecords = <T>(data: readonly (readonly [unknown, T])[], take: number): T[] =>
  data.slice(0, take).map(([, record]) => record);

/** The ranges after a place: records that are equal to it but for their ids, and those beyond. Nothing before it is read. */
function rangesAfter(
  { by, from, until }: Pick<Ordered<Document>, "by" | "from" | "until">,
  after: { value: Date | number; id: ObjectId } | undefined,
): Document[] {
  const bounds = { ...(from !== undefined && { $gte: from }), ...(until !== undefined && { $lt: until }) };
  if (after === undefined) return [Object.keys(bounds).length > 0 ? { [by]: bounds } : {}];
  return [{ [by]: after.value, _id: { $lt: after.id } }, { [by]: { ...bounds, $lt: after.value } }];
}

async function* batchesOf<D>(
  { collection, index, exact, by, projection = {} }: Ordered<D>,
  range: Document,
  { most, size }: { most: number; size: number },
): AsyncGenerator<D[]> {
  const cursor = collection
    .find({ ...exact, ...range } as Filter<D & Document>, {
      hint: index,
      sort: { [by]: -1, _id: -1 },
      projection,
    })
    .limit(most)
    .batchSize(size);
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments() as unknown as D[];
  } finally {
    await cursor.close();
  }
}

/** One page of several, as far as all of them have been read. */
export function mergedPages<T>(
  pages: readonly Found<T>[],
  { take, placeOf }: { take: number; placeOf: (record: T) => Place },
): Found<T> {
  const [end] = pages.flatMap(({ next }) => next ?? []).toSorted(newestFirst);
  const read = pages
    .flatMap(({ data }) => data)
    .toSorted((a, b) => newestFirst(placeOf(a), placeOf(b)))
    .filter((record) => end === undefined || newestFirst(placeOf(record), end) <= 0);
  const data = read.slice(0, take);
  return { data, next: read.length > take ? placeOf(data.at(-1)!) : end };
}

/** The order of places in lists that show the newest first. */
export function newestFirst(left: Place, right: Place): number {
  if (left.atMs !== right.atMs) return right.atMs - left.atMs;
  if (left.id === right.id) return 0;
  return left.id < right.id ? 1 : -1;
}
