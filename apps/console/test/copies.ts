import { connectStore, newId, toObjectId } from "@countersign/mongo";
import type { ConsoleWorld } from "@countersign/tools/console-world";

/**
 * Writes copies of a stored record of the engine, for tests that need very many: asking for each of them takes longer than
 * the rest of the test.
 *
 * @param change - the fields in which a copy differs, by its number from 0
 */
export async function copyRecord(
  { platform }: Pick<ConsoleWorld, "platform">,
  collection: string,
  id: string,
  count: number,
  change: (number: number) => object,
): Promise<void> {
  const store = await connectStore({ uri: platform.store.uri, dbName: "countersign", appName: "test" });
  const records = store.db.collection(collection);
  const record = await records.findOne({ _id: toObjectId(id) });
  const copies = Array.from({ length: count }, (_, number) => ({
    ...record,
    ...change(number),
    _id: toObjectId(newId()),
  }));
  await records.insertMany(copies);
  await store.close();
}
