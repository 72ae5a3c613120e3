export {
  type NotificationFeed,
  type TravellingNotification,
  createNotificationFeed,
} from "./notification-feed.ts";
