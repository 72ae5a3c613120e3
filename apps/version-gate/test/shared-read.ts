import type { GroupRead, GroupReadOptions } from "../src/group-read.ts";

/**
 * The classic mistake, which the freshness tests must catch: a request that arrives while a read is in flight shares
 * its value, although that read may have looked before a write that was acknowledged before the request arrived.
 */
export function createSharedRead<T>({ read }: Pick<GroupReadOptions<T>, "read">): GroupRead<T> {
  let inFlight: Promise<T> | undefined;
  return {
    join: () => {
      inFlight ??= read().finally(() => {
        inFlight = undefined;
      });
      return inFlight;
    },
    waiting: () => 0,
  };
}
