export { notificationEntry } from "./notification-entry.ts";
export { type NotificationFeed, createNotificationFeed } from "./notification-feed.ts";
export { createNotifications } from "./notifications-repository.ts";
