import { EXPIRY, type IndexPlan } from "./indexes.ts";

/** Plans of this package's collections: audit, inbox, requests. */
export function platformIndexes(): IndexPlan[] {
  return [
    {
      collection: "audit_logs",
      indexes: [
        { key: { companyId: 1, at: -1, _id: -1 }, name: "newest" },
        { key: { companyId: 1, entity: 1, at: -1, _id: -1 }, name: "newest_of_entity" },
        { key: { companyId: 1, entity: 1, entityId: 1, at: -1, _id: -1 }, name: "newest_of_record" },
        { key: { companyId: 1, actorId: 1, at: -1, _id: -1 }, name: "newest_of_actor" },
        { key: { companyId: 1, action: 1, at: -1, _id: -1 }, name: "newest_of_action" },
        {
          key: { companyId: 1, "chain.seq": 1 },
          unique: true,
          partialFilterExpression: { "chain.seq": { $exists: true } },
        },
      ],
    },
    { collection: "inbox", indexes: [EXPIRY] },
    { collection: "requests", indexes: [EXPIRY] },
  ];
}
