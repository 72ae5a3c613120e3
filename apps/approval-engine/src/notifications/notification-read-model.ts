import { listLimitOf } from "@countersign/graphql";
import { type Db, ObjectId } from "mongodb";

import { findByIds } from "../shared/find-by-ids.ts";
import type { WorkflowEventRecord, WorkflowNotificationRecord } from "../shared/records.ts";
import type { WorkflowEvent, WorkflowNotification } from "../shared/record-of.ts";
import type { Caller } from "../shared/caller.ts";
import { createListReader } from "../shared/list-page.ts";
import { LISTS } from "./sdl.ts";

export interface NotificationReadModel {
  /** The caller's newest notifications; `read` left out or null: both kinds. */
  listMine(caller: Caller, read?: boolean | null): Promise<WorkflowNotification[]>;
  /** The company's events with these ids, in their order. */
  eventsByIds(companyId: string, ids: readonly string[]): Promise<(WorkflowEvent | null)[]>;
}

export function createNotificationReadModel(db: Pick<Db, "collection">): NotificationReadModel {
  const reader = createListReader(db.collection<WorkflowNotificationRecord>("workflow_notifications"));
  return {
    eventsByIds: (companyId, ids) => findByIds<WorkflowEventRecord>(db, "workflow_events", companyId, ids),
    listMine: ({ companyId, userId }, read) => {
      const either = read === null || read === undefined;
      const exact = { userId: new ObjectId(userId), read: either ? { $in: [false, true] } : read };
      const implied = { companyId: new ObjectId(companyId), deletedAt: null };
      return reader.list(
        { index: "newest", exact, implied },
        listLimitOf(LISTS, "Query", "findMyNotifications"),
      );
    },
  };
}
