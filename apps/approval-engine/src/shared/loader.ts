import DataLoader from "dataloader";

/** Reads single records of an operation: what is asked for in the same turn becomes one store command. */
export type Load<Item> = Pick<DataLoader<string, Item>, "load">;

/** Most ids that one command reads and resolves together: more than the children of a full page. */
export const BATCH_MAX = 200;

/**
 * A loader for one operation. An id that is asked for several times is read once. Nothing is cached, so that a mutation's
 * answer, or a later event of a subscription, shows the state of its moment.
 *
 * @param readAll - one item for each id, in their order
 */
export const batchLoad = <Item>(readAll: (ids: readonly string[]) => Promise<Item[]>): Load<Item> =>
  batchLoadBy((id) => id, readAll);

/**
 * The same for records that need more than an id to be found by.
 *
 * @param idOf - the same for two that are one
 */
export function batchLoadBy<Wanted, Item>(
  idOf: (key: Wanted) => string,
  readAll: (keys: readonly Wanted[]) => Promise<Item[]>,
): Pick<DataLoader<Wanted, Item>, "load"> {
  return new DataLoader<Wanted, Item>(
    async (all) => {
      const distinct = [...new Map(all.map((key) => [idOf(key), key])).values()];
      const items = await readAll(distinct);
      const byId = new Map(distinct.map((key, index) => [idOf(key), items[index] as Item]));
      return all.map((key) => byId.get(idOf(key)) as Item);
    },
    { cache: false, maxBatchSize: BATCH_MAX },
  );
}
