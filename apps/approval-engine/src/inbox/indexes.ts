import type { IndexPlan } from "@countersign/mongo";

/** Indexes of the lists; those that a decision needs belong to the runs. */
export const INBOX_INDEXES: readonly IndexPlan[] = [
  {
    collection: "workflow_tasks",
    indexes: [
      // A list with its total: without filters, and by status and kind; where only one of these is chosen, all values of
      // the other are named.
      { key: { listedFor: 1, companyId: 1, createdAt: -1, _id: -1 }, name: "listed" },
      {
        key: { listedFor: 1, companyId: 1, status: 1, kind: 1, createdAt: -1, _id: -1 },
        name: "listed_by_kind",
      },
      {
        key: {
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
