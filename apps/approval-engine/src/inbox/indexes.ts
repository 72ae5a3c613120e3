import type { IndexPlan } from "@countersign/mongo";

/** Only these tasks have approvers to decide. */
const WAITING = { status: "AWAITING_APPROVAL" };

/** Indexes of the lists; those that a decision needs belong to the runs. */
export const INBOX_INDEXES: readonly IndexPlan[] = [
  {
    collection: "workflow_tasks",
    indexes: [
      // A list with its total: without filters, and by status and kind; where only one of these is chosen, all values of
      // the other are named. The derived field comes first, so that records without it are found whatever their company.
      { key: { listedFor: 1, companyId: 1, createdAt: -1, _id: -1 }, name: "listed" },
      {
        key: { listedFor: 1, companyId: 1, status: 1, kind: 1, createdAt: -1, _id: -1 },
        name: "listed_by_kind",
      },
      // Waiting tasks, by when they were asked and by amount (contract-3, CON-10); `listedFor` also names each with its kind.
      {
        key: { listedFor: 1, companyId: 1, status: 1, askedAt: -1, _id: -1 },
        name: "asked_by_status",
        partialFilterExpression: WAITING,
      },
      {
        key: { listedFor: 1, companyId: 1, status: 1, sortAmount: -1, _id: -1 },
        name: "amount_by_status",
        partialFilterExpression: WAITING,
      },
      // Those that have a due time, by it (contract-3, TIME-4).
      {
        key: { listedFor: 1, companyId: 1, status: 1, dueAt: 1, _id: 1 },
        name: "due_by_status",
        partialFilterExpression: { ...WAITING, dueAt: { $exists: true } },
      },
      // Begins with the mark of what this release has listed, so that other records are found.
      {
        key: {
          seatsListed: 1,
          submissionOf: 1,
          companyId: 1,
          archived: 1,
          status: 1,
          kind: 1,
          createdAt: -1,
          _id: -1,
        },
        name: "own_submissions",
      },
      { key: { companyId: 1, ref: 1 }, name: "by_ref" },
    ],
  },
  {
    collection: "workflow_approvals",
    indexes: [
      { key: { listedFor: 1, kind: 1, taskStatus: 1, createdAt: -1, _id: -1 }, name: "listed_by_kind" },
      {
        key: { listedFor: 1, approverId: 1, kind: 1, taskStatus: 1, status: 1, createdAt: -1, _id: -1 },
        name: "listed_by_approver",
      },
    ],
  },
];
