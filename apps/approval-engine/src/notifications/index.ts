export { createNotificationUseCases } from "./mark-notifications.ts";
export { notificationEntry } from "./notification-entry.ts";
export { type NotificationFeed, createNotificationFeed } from "./notification-feed.ts";
export { type NotificationReadModel, createNotificationReadModel } from "./notification-read-model.ts";
export { notificationSchema } from "./notification-resolvers.ts";
export { NOTIFICATION_INDEXES, createNotifications } from "./notifications-repository.ts";
