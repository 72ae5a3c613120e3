import { EXPIRY, type IndexPlan } from "@countersign/mongo";

/** The plan of the outbox. */
export const OUTBOX_INDEXES: readonly IndexPlan[] = [
  {
    collection: "outbox",
    indexes: [
      // For the last position of a key, and for its waiting rows: it may have thousands that are published.
      { key: { key: 1, pending: 1, position: 1 } },
      // For the oldest waiting rows of one service, in some streams.
      { key: { service: 1, stream: 1, createdAt: 1 }, partialFilterExpression: { pending: true } },
      { key: { publishedAt: 1 } },
      EXPIRY,
    ],
  },
];
