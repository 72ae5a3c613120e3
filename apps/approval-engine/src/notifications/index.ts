export { type NotificationFeed, createNotificationFeed } from "./notification-feed.ts";
