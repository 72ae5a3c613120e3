import { notificationWords } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";

import type { WorkflowNotification } from "../shared/record-of.ts";
import { createBoundedStream } from "@countersign/graphql";
import { languageOf, render, text as textOf } from "@countersign/texts";
import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import type { ChannelReadModel } from "../channels/index.ts";
import type { NotificationUseCases } from "./mark-notifications.ts";
import type { NotificationFeed } from "./notification-feed.ts";
import type { NotificationLoaders } from "./notification-loaders.ts";
import type { NotificationReadModel } from "./notification-read-model.ts";

/** The part of an operation's context that the resolvers use. */
interface NotificationContext {
  caller: Caller;
  engine: NotificationUseCases;
  feed: Pick<NotificationFeed, "subscribe">;
  readModels: { channels: Pick<ChannelReadModel, "shownTo">; notifications: NotificationReadModel };
  loaders: DirectoryLoaders & NotificationLoaders;
}

/** Most notifications that wait for one subscriber; a slower one is cut off and reads the stored ones instead. */
const QUEUE_CAPACITY = 100;

interface AddedEvent {
  workflowNotificationAdded: WorkflowNotification;
}

async function subscribeToAdded({
  caller,
  feed,
  readModels,
}: NotificationContext): Promise<AsyncIterable<AddedEvent>> {
  const isShown = await readModels.channels.shownTo(caller);
  const stream = createBoundedStream<AddedEvent>({
    capacity: QUEUE_CAPACITY,
    overflow: () => new DomainError("UNAVAILABLE", textOf("passing.slowReader")),
    onEnd: () => unsubscribe(),
  });
  const unsubscribe = feed.subscribe(caller, (workflowNotificationAdded) => {
    if (isShown?.(workflowNotificationAdded) ?? true) stream.push({ workflowNotificationAdded });
  });
  return stream;
}

/** Notifications, stored and live (specification, "Notifications"). */
export const notificationResolvers: Resolvers<NotificationContext> = {
  Query: {
    findMyNotifications: async (_, { read }, { caller, readModels }) => {
      const isShown = await readModels.channels.shownTo(caller);
      const newest = await readModels.notifications.listMine(caller, read);
      return isShown === undefined ? newest : newest.filter(isShown);
    },
    unreadNotifications: async (_, __, { caller, readModels }) =>
      readModels.notifications.countUnread(caller, await readModels.channels.shownTo(caller)),
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
  WorkflowNotificationDto: {
    title: async ({ eventId }, _, { loaders }) => {
      const event = await loaders.event.load(eventId);
      return event === null ? null : loaders.titleOfRun.load(event.runId);
    },
    metadata: async ({ eventId, event }, _, { loaders }) =>
      event === undefined ? null : ((await loaders.event.load(eventId))?.metadata ?? null),
    text: async ({ text, message, userId }, { locale }, { loaders }) => {
      if (!text) return message;
      const language = languageOf(locale ?? (await loaders.user.load(userId))?.locale);
      return notificationWords(text, (of) => render(of, language));
    },
  },
  Subscription: {
    workflowNotificationAdded: {
      subscribe: (_, __, context) => subscribeToAdded(context),
    },
  },
};
