import type { IndexPlan } from "@countersign/mongo";

export const NOTIFICATION_INDEXES: readonly IndexPlan[] = [
  {
    collection: "workflow_notifications",
    indexes: [
      { key: { userId: 1, createdAt: -1 } },
      { key: { userId: 1, read: 1, createdAt: -1, _id: -1 }, name: "newest" },
    ],
  },
];
