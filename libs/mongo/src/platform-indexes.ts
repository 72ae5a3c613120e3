import type { IndexPlan } from "./indexes.ts";

/** How long rows are kept, in days. */
export interface Retention {
  /** Published outbox rows, for replay after a lost stream. Default 30. */
  outboxDays?: number;
  /** How long the broker keeps a message at most, in its stream and then among the dead letters. Default 60. */
  brokerDays?: number;
  /** Inbox records; longer than any message could come back from the outbox and the broker. Default 120. */
  inboxDays?: number;
  /** Answers kept for repeated requests. Default 30. */
  requestDays?: number;
}

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Plans of this package's collections: audit, outbox, inbox, requests.
 *
 * @throws RangeError unless inbox records outlive every message that could be replayed
 */
export function platformIndexes(retention: Retention = {}): IndexPlan[] {
  const { outboxDays = 30, brokerDays = 60, inboxDays = 120, requestDays = 30 } = retention;
  if (inboxDays <= outboxDays + brokerDays) {
    throw new RangeError("inbox records must be kept longer than the outbox and the broker keep messages");
  }
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
        { key: { createdAt: 1 }, partialFilterExpression: { pending: true } },
        { key: { publishedAt: 1 }, expireAfterSeconds: outboxDays * DAY_SECONDS },
      ],
    },
    { collection: "outbox_leases", indexes: [{ key: { until: 1 } }] },
    { collection: "inbox", indexes: [{ key: { at: 1 }, expireAfterSeconds: inboxDays * DAY_SECONDS }] },
    { collection: "requests", indexes: [{ key: { at: 1 }, expireAfterSeconds: requestDays * DAY_SECONDS }] },
  ];
}
