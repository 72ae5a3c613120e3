import type { IndexPlan, Scope } from "@countersign/mongo";

import type { WorkflowNotificationRecord } from "../shared/records.ts";
import { createRecordRepository } from "../shared/record-repository.ts";

export const createNotifications = (scope: Scope) =>
  createRecordRepository<WorkflowNotificationRecord>(scope, "workflow_notifications", [
    "userId",
    "eventId",
    "workflowId",
    "taskId",
    "refId",
  ]);

export const NOTIFICATION_INDEXES: readonly IndexPlan[] = [
  {
    collection: "workflow_notifications",
    indexes: [
      { key: { userId: 1, read: 1 } },
      { key: { userId: 1, createdAt: -1 } },
      { key: { userId: 1, read: 1, createdAt: -1, _id: -1 }, name: "newest" },
    ],
  },
];
