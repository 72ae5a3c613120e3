import type { Bus } from "@countersign/bus";
import type { Logger } from "@countersign/service-kit";

import type { WorkflowNotification } from "../shared/record-of.ts";

/** Live notifications across all replicas, at most once: the stored rows are the truth. */
export interface NotificationFeed {
  /** Announces rows that were just committed to every replica. Never throws. */
  announce: (notifications: readonly WorkflowNotification[]) => void;
  /**
   * Calls back for each notification of the user until the returned function is called.
   * The callback must not block: a slow subscriber bounds its own queue.
   */
  subscribe: (
    user: { companyId: string; userId: string },
    onNotification: (notification: WorkflowNotification) => void,
  ) => () => void;
  /** Stops listening to the other replicas. */
  close: () => Promise<void>;
}

/** Between the engine's replicas only: owners and others get `approval.notification.>`, durably. */
const SUBJECT = "approval.live.notifications";

/** A notification as it travels: dates are texts. */
type Travelling = Record<DateField, string> & Omit<WorkflowNotification, DateField>;
type DateField = "createdAt" | "updatedAt" | "documentDate";

export async function createNotificationFeed({
  bus,
  logger,
}: {
  bus: Pick<Bus, "broadcast" | "listen">;
  logger: Pick<Logger, "warn">;
}): Promise<NotificationFeed> {
  const subscribers = new Map<string, Set<(notification: WorkflowNotification) => void>>();

  const subscription = await bus.listen({ subject: SUBJECT }, async ({ data }) => {
    for (const travelling of data as Travelling[]) {
      const notification = arrived(travelling);
      for (const notify of subscribers.get(keyOf(notification)) ?? []) notify(notification);
    }
  });

  return {
    announce: (notifications) => {
      const [first] = notifications;
      if (first === undefined) return;
      bus
        .broadcast({ subject: SUBJECT, id: first._id, data: notifications })
        .catch((err: unknown) => logger.warn({ err }, "live notifications did not reach the replicas"));
    },
    subscribe: (user, onNotification) => {
      const key = keyOf(user);
      const ofUser = subscribers.get(key) ?? new Set();
      // The same callback may be given twice: each subscription is its own.
      const notify = (notification: WorkflowNotification) => onNotification(notification);
      subscribers.set(key, ofUser.add(notify));
      return () => {
        ofUser.delete(notify);
        if (ofUser.size === 0 && subscribers.get(key) === ofUser) subscribers.delete(key);
      };
    },
    close: () => subscription.close(),
  };
}

function keyOf({ companyId, userId }: { companyId: string; userId: string }): string {
  return `${companyId}:${userId}`;
}

function arrived(travelling: Travelling): WorkflowNotification {
  return {
    ...travelling,
    createdAt: new Date(travelling.createdAt),
    updatedAt: new Date(travelling.updatedAt),
    documentDate: new Date(travelling.documentDate),
  };
}
