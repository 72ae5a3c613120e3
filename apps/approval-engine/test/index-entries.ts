import type { IndexPlan } from "@countersign/mongo";

import { BSON, type Db, type Document, type IndexDescription } from "mongodb";

/** The entries of each index, by `<collection> <index>`. */
export type IndexEntries = ReadonlyMap<string, ReadonlySet<string>>;

/** The entries that indexes have of the records of a database, whether the database has these indexes or not. */
export async function entriesOf(db: Db, plans: readonly IndexPlan[]): Promise<IndexEntries> {
  const entries = new Map<string, Set<string>>();
  for (const { collection, indexes } of plans) {
    const records = await db.collection(collection).find().toArray();
    for (const index of [{ key: { _id: 1 }, name: "_id_" }, ...indexes]) {
      const place = `${collection} ${index.name ?? JSON.stringify(index.key)}`;
      entries.set(place, new Set(records.flatMap((record) => entriesIn(record, index))));
    }
  }
  return entries;
}

/** How many entries were added and removed. */
export function changesBetween(before: IndexEntries, after: IndexEntries): number {
  const changedCounts = [...after].map(
    ([place, entries]) => entries.symmetricDifference(before.get(place)!).size,
  );
  return changedCounts.reduce((sum, count) => sum + count, 0);
}

/** An array has an entry for each of its values; of an index's fields one at most is an array. */
function entriesIn(record: Document, { key, partialFilterExpression = {} }: IndexDescription): string[] {
  if (!isIn(record, partialFilterExpression)) return [];
  const place = String(record["_id"]);
  const values = Object.keys(key).map((path) => valueAt(record, path));
  const alternatives = values.find((value) => Array.isArray(value)) ?? [null];
  return [...new Set(alternatives as unknown[])].map((alternative) =>
    BSON.EJSON.stringify([place, ...values.map((value) => (Array.isArray(value) ? alternative : value))]),
  );
}

const isIn = (record: Document, filter: Document): boolean =>
  Object.entries(filter).every(([path, wantedValue]) =>
    typeof wantedValue === "object" ? valueAt(record, path) !== null : valueAt(record, path) === wantedValue,
  );

/** Of an array of documents, the values of all. */
const valueAt = (record: Document, path: string): unknown =>
  path.split(".").reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value.map((item: Document) => item[part] as unknown);
    return (value as Document | undefined)?.[part];
  }, record) ?? null;
