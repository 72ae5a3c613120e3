import type { IndexPlan } from "@countersign/mongo";

const WAITING = { status: "AWAITING_APPROVAL" };

/** The indexes of earlier releases that this one does without. */
export const EARLIER_INDEXES: readonly IndexPlan[] = [
  {
    collection: "workflow_tasks",
    indexes: [
      { key: { companyId: 1, createdAt: -1, _id: -1 }, name: "companyId_1_createdAt_-1__id_-1" },
      { key: { listedFor: 1, companyId: 1, status: 1, createdAt: -1, _id: -1 }, name: "listed_by_status" },
      {
        key: { listedFor: 1, companyId: 1, status: 1, kind: 1, askedAt: -1, _id: -1 },
        name: "asked_by_kind",
        partialFilterExpression: WAITING,
      },
      {
        key: { listedFor: 1, companyId: 1, status: 1, kind: 1, sortAmount: -1, _id: -1 },
        name: "amount_by_kind",
        partialFilterExpression: WAITING,
      },
      { key: { askedAt: 1 }, name: "asked", partialFilterExpression: WAITING },
      { key: { seatsListed: 1 }, name: "seats_listed" },
      { key: { submissionOf: 1, companyId: 1, createdAt: -1, _id: -1 }, name: "submissions" },
      {
        key: { submissionOf: 1, companyId: 1, archived: 1, status: 1, kind: 1, createdAt: -1, _id: -1 },
        name: "submissions_by_kind",
      },
    ],
  },
  {
    collection: "workflow_approvals",
    indexes: [
      { key: { runId: 1, approverId: 1 }, name: "of_approver_in_run" },
      { key: { taskId: 1 }, name: "taskId_1" },
    ],
  },
  { collection: "approval_substitutions", indexes: [{ key: { principalId: 1 }, name: "of_principal" }] },
  {
    collection: "outbox",
    indexes: [
      { key: { key: 1, position: 1 }, name: "key_1_position_1" },
      {
        key: { key: 1, position: 1, service: 1 },
        name: "key_1_position_1_service_1",
        partialFilterExpression: { pending: true },
      },
    ],
  },
];

/** The indexes that came in the place of those. */
export const NEW_INDEXES: Readonly<Record<string, readonly string[]>> = {
  workflow_tasks: ["own_submissions"],
  workflow_approvals: ["rows_of_run"],
  outbox: ["key_1_pending_1_position_1"],
};
