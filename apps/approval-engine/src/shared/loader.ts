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
export function batched<Item>(readAll: (ids: readonly string[]) => Promise<Item[]>): Load<Item> {
  return new DataLoader<string, Item>(
    async (ids) => {
      const distinct = [...new Set(ids)];
      const found = await readAll(distinct);
      const byId = new Map(distinct.map((id, index) => [id, found[index] as Item]));
      return ids.map((id) => byId.get(id) as Item);
    },
    { cache: false, maxBatchSize: BATCH_MAX },
  );
}
