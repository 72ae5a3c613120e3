import type { Subscription } from "./bus.ts";

/** The open subscriptions of a bus. */
export function createSubscriptions() {
  const open = new Set<Subscription>();
  return {
    /** Keeps a subscription until it is closed. */
    register: (subscription: Subscription): Subscription => {
      const openSubscription = {
        close: async () => {
          open.delete(openSubscription);
          await subscription.close();
        },
      };
      open.add(openSubscription);
      return openSubscription;
    },
    closeAll: async (): Promise<void> => {
      await Promise.all([...open].map((subscription) => subscription.close()));
    },
  };
}
