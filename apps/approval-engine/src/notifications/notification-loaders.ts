import type { Caller } from "../shared/caller.ts";
import { type Load, batchLoad } from "../shared/loader.ts";
import type { WorkflowEvent } from "../shared/record-of.ts";
import type { NotificationReadModel } from "./notification-read-model.ts";

/** Parts of notifications that resolvers show. */
export interface NotificationLoaders {
  /** An event that the caller was notified of. */
  event: Load<WorkflowEvent | null>;
  /** The title of a document, by a run of it. */
  titleOfRun: Load<string | null>;
}

export function createNotificationLoaders(
  caller: Caller,
  { notifications }: { notifications: NotificationReadModel },
): NotificationLoaders {
  return {
    event: batchLoad((ids) => notifications.eventsByIds(caller.companyId, ids)),
    titleOfRun: batchLoad((runIds) => notifications.titlesOf(caller, runIds)),
  };
}
