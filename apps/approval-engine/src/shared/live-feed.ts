import type { Bus } from "@countersign/bus";
import type { Logger } from "@countersign/service-kit";

export interface LiveFeedDependencies {
  bus: Pick<Bus, "broadcast" | "listen">;
  logger: Pick<Logger, "warn">;
}

/** The items of a feed, and how they travel. */
export interface LiveFeedOptions<T> {
  /** The feed's own, between the engine's replicas only. */
  subject: string;
  /** Name of the items, for the log. */
  what: string;
  /** The items of a broadcast as they arrive: its data is plain JSON. */
  received: (data: unknown) => readonly T[];
  idOf: (item: T) => string;
  /** The keys of the subscribers that an item concerns. */
  keysOf: (item: T) => readonly string[];
}

/** Items across all replicas, at most once: what is stored is the truth. */
export interface LiveFeed<T> {
  /** Announces items that were just committed to every replica. Never throws. */
  announce: (items: readonly T[]) => void;
  /** Calls this replica's subscribers, with items that arrived another way. */
  deliver: (items: readonly T[]) => void;
  /**
   * Calls back for each item of the key until the returned function is called. The callback must not block: a slow
   * subscriber bounds its own queue.
   */
  subscribe: (key: string, onItem: (item: T) => void) => () => void;
  /** Stops listening to the other replicas. */
  close: () => Promise<void>;
}

export async function createLiveFeed<T>(
  { bus, logger }: LiveFeedDependencies,
  { subject, what, received, idOf, keysOf }: LiveFeedOptions<T>,
): Promise<LiveFeed<T>> {
  const subscribers = new Map<string, Set<(item: T) => void>>();
  const deliver = (items: readonly T[]) => {
    for (const item of items) {
      for (const key of keysOf(item)) for (const notify of subscribers.get(key) ?? []) notify(item);
    }
  };
  const subscription = await bus.listen({ subject }, async ({ data }) => deliver(received(data)));
  return {
    deliver,
    announce: (items) => {
      const [first] = items;
      if (first === undefined) return;
      bus
        .broadcast({ subject, id: idOf(first), data: items })
        .catch((err: unknown) => logger.warn({ err }, `${what} did not reach the replicas`));
    },
    subscribe: (key, onItem) => {
      const ofKey = subscribers.get(key) ?? new Set();
      // The same callback may be given twice: each subscription is its own.
      const notify = (item: T) => onItem(item);
      subscribers.set(key, ofKey.add(notify));
      return () => {
        ofKey.delete(notify);
        if (ofKey.size === 0 && subscribers.get(key) === ofKey) subscribers.delete(key);
      };
    },
    close: () => subscription.close(),
  };
}
