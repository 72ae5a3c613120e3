import { readFileSync } from "node:fs";

import { DomainError } from "@countersign/domain/errors";

import type { WorkflowNotification } from "../shared/record-of.ts";
import { createBoundedStream } from "@countersign/graphql";
import type { GraphqlContext } from "../graphql/context.ts";
import type { Resolvers } from "../graphql/generated/resolver-types.ts";

/** Most notifications that wait for one subscriber; a slower one is cut off and reads the stored ones instead. */
const QUEUE_CAPACITY = 100;

interface AddedEvent {
  workflowNotificationAdded: WorkflowNotification;
}

function subscribeToAdded({ caller, feed }: GraphqlContext): AsyncIterable<AddedEvent> {
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

const resolvers: Resolvers = {
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

/** Notifications, stored and live (specification, "Notifications"). */
export const notificationSchema = {
  typeDefs: readFileSync(new URL("notifications.graphql", import.meta.url), "utf8"),
  resolvers,
};
