import type { Caller } from "../shared/caller.ts";
import { type Load, batched } from "../shared/loader.ts";
import type { WorkflowEvent } from "../shared/record-of.ts";
import type { NotificationReadModel } from "./notification-read-model.ts";

/** Parts of notifications that resolvers show. */
export interface NotificationLoaders {
  /** An event that the caller was notified of. */
  event: Load<WorkflowEvent | null>;
}

export function createNotificationLoaders(
  { companyId }: Caller,
  { notifications }: { notifications: NotificationReadModel },
): NotificationLoaders {
  return { event: batched((ids) => notifications.eventsByIds(companyId, ids)) };
}
