import { createLiveFeed, type LiveFeed, type LiveFeedDependencies } from "../shared/live-feed.ts";
import type { WorkflowNotification } from "../shared/record-of.ts";

type User = Pick<WorkflowNotification, "companyId" | "userId">;

/** Live notifications across all replicas. */
export interface NotificationFeed extends Pick<LiveFeed<WorkflowNotification>, "announce" | "close"> {
  /** Calls this replica's subscribers, with notifications that arrived with the change of their run. */
  deliver: (travelling: readonly TravellingNotification[]) => void;
  /** Calls back for each notification of the user until the returned function is called; it must not block. */
  subscribe: (user: User, onNotification: (notification: WorkflowNotification) => void) => () => void;
}

/** A notification as it travels: dates are texts. */
export type TravellingNotification = Record<DateField, string> & Omit<WorkflowNotification, DateField>;
type DateField = "createdAt" | "updatedAt" | "documentDate";

export async function createNotificationFeed(dependencies: LiveFeedDependencies): Promise<NotificationFeed> {
  const { announce, deliver, subscribe, close } = await createLiveFeed<WorkflowNotification>(dependencies, {
    // Owners and others get `approval.notification.>`, durably.
    subject: "approval.live.notifications",
    what: "live notifications",
    received: (data) => (data as TravellingNotification[]).map(arrivedNotification),
    idOf: ({ _id }) => _id,
    keysOf: (notification) => [keyOf(notification)],
  });
  return {
    announce,
    deliver: (travelling) => deliver(travelling.map(arrivedNotification)),
    subscribe: (user, onNotification) => subscribe(keyOf(user), onNotification),
    close,
  };
}

function keyOf({ companyId, userId }: User): string {
  return `${companyId}:${userId}`;
}

function arrivedNotification(travelling: TravellingNotification): WorkflowNotification {
  return {
    ...travelling,
    createdAt: new Date(travelling.createdAt),
    updatedAt: new Date(travelling.updatedAt),
    documentDate: new Date(travelling.documentDate),
  };
}
