import type { IndexPlan } from "@countersign/mongo";

/** The index of what was read, oldest reading first. A new notification is not in it. */
export const READ_BY_AGE = "read_by_age";

export const NOTIFICATION_INDEXES: readonly IndexPlan[] = [
  {
    collection: "workflow_notifications",
    indexes: [
      { key: { userId: 1, createdAt: -1 } },
      { key: { userId: 1, read: 1, companyId: 1, createdAt: -1, _id: -1 }, name: "newest" },
      {
        key: { companyId: 1, updatedAt: 1 },
        name: READ_BY_AGE,
        partialFilterExpression: { read: true },
      },
    ],
  },
];
