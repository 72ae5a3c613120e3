import { DomainError } from "@countersign/domain/errors";

import type { WorkflowNotification } from "../shared/record-of.ts";
import { createBoundedStream } from "@countersign/graphql";
import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { NotificationUseCases } from "./mark-notifications.ts";
import type { NotificationFeed } from "./notification-feed.ts";
import type { NotificationReadModel } from "./notification-read-model.ts";

/** The part of an operation's context that the resolvers use. */
interface NotificationContext {
  caller: Caller;
  engine: NotificationUseCases;
  feed: Pick<NotificationFeed, "subscribe">;
  readModels: { notifications: NotificationReadModel };
}

/** Most notifications that wait for one subscriber; a slower one is cut off and reads the stored ones instead. */
const QUEUE_CAPACITY = 100;

interface AddedEvent {
  workflowNotificationAdded: WorkflowNotification;
}

function subscribeToAdded({ caller, feed }: NotificationContext): AsyncIterable<AddedEvent> {
  const stream = createBoundedStream<AddedEvent>({
    capacity: QUEUE_CAPACITY,
    overflow: () => new DomainError("UNAVAILABLE", "The subscriber reads too slowly; subscribe again"),
    onEnd: () => unsubscribe(),
  });
  const unsubscribe = feed.subscribe(caller, (workflowNotificationAdded) =>
    stream.push({ workflowNotificationAdded }),
  );
  return stream;
}

/** Notifications, stored and live (specification, "Notifications"). */
export const notificationResolvers: Resolvers<NotificationContext> = {
  Query: {
    findMyNotifications: (_, { read }, { caller, readModels }) =>
      readModels.notifications.listMine(caller, read),
  },
  Mutation: {
    markNotificationRead: async (_, { id }, { caller, engine }) => {
      await engine.markNotificationRead(caller, id);
      return true;
    },
    markAllNotificationsRead: async (_, __, { caller, engine }) => {
      await engine.markAllNotificationsRead(caller);
      return true;
    },
  },
  Subscription: {
    workflowNotificationAdded: {
      subscribe: (_, __, context) => subscribeToAdded(context),
    },
  },
};
