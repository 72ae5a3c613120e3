import { type Db, ObjectId } from "mongodb";

import type { WorkflowNotificationDocument } from "../repositories/documents.ts";
import type { WorkflowNotification } from "../repositories/records.ts";
import type { Caller } from "../use-cases/caller.ts";
import { LIST_MAXIMA } from "./list-maxima.ts";
import { createRecordReader } from "./record-reader.ts";

export interface NotificationReadModel {
  /** The caller's newest notifications; `read` left out or null: both kinds. */
  listMine(caller: Caller, read?: boolean | null): Promise<WorkflowNotification[]>;
}

export function createNotificationReadModel(db: Pick<Db, "collection">): NotificationReadModel {
  const reader = createRecordReader(db.collection<WorkflowNotificationDocument>("workflow_notifications"));
  return {
    listMine: ({ companyId, userId }, read) => {
      const mine = { userId: new ObjectId(userId) };
      const filter = read === null || read === undefined ? mine : { ...mine, read };
      return reader.listNewest(companyId, filter, LIST_MAXIMA.notifications);
    },
  };
}
