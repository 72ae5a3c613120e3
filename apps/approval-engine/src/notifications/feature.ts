import { defineFeature } from "../shared/feature.ts";
import { createSubstitutionReadModel } from "../substitutions/index.ts";
import { createNotificationUseCases } from "./mark-notifications.ts";
import { createNotificationLoaders } from "./notification-loaders.ts";
import { createNotificationReadModel } from "./notification-read-model.ts";
import { notificationResolvers } from "./notification-resolvers.ts";
import { NOTIFICATION_INDEXES } from "./indexes.ts";
import { SDL } from "./sdl.ts";
import { keepSwept } from "./sweep-notifications.ts";

/** Notifications, stored and live (specification, "Notifications"). */
export const notificationsFeature = defineFeature({
  name: "notifications",
  uses: ["approval-settings", "channels", "runs", "substitutions"],
  indexes: NOTIFICATION_INDEXES,
  useCases: createNotificationUseCases,
  readModels: ({ db, clock, settingsDefaults }) => {
    const substitutions = createSubstitutionReadModel(db, clock, settingsDefaults);
    const grantsOf: typeof substitutions.grantsOf = (caller) => substitutions.grantsOf(caller);
    return { notifications: createNotificationReadModel(db, grantsOf) };
  },
  loaders: createNotificationLoaders,
  sdl: SDL,
  resolvers: notificationResolvers,
  start: keepSwept,
});
