import type { IndexPlan } from "./indexes.ts";

/** Rows say themselves when they may go, so that a changed retention is no change of an index. */
const EXPIRY = { key: { expiresAt: 1 }, expireAfterSeconds: 0 };

/** Plans of this package's collections: audit, outbox, inbox, requests. */
export function platformIndexes(): IndexPlan[] {
  return [
    {
      collection: "audit_logs",
      indexes: [
        { key: { companyId: 1, entity: 1, entityId: 1, at: -1 } },
        { key: { companyId: 1, at: -1 } },
        {
          key: { companyId: 1, "chain.seq": 1 },
          unique: true,
          partialFilterExpression: { "chain.seq": { $exists: true } },
        },
      ],
    },
    {
      collection: "outbox",
      indexes: [
        { key: { key: 1, position: 1 } },
        // Of one service's waiting rows the oldest, of all streams or of one.
        { key: { service: 1, createdAt: 1 }, partialFilterExpression: { pending: true } },
        { key: { service: 1, stream: 1, createdAt: 1 }, partialFilterExpression: { pending: true } },
        { key: { publishedAt: 1 } },
        EXPIRY,
      ],
    },
    { collection: "inbox", indexes: [EXPIRY] },
    { collection: "requests", indexes: [EXPIRY] },
  ];
}
