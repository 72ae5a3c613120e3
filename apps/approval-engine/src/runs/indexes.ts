import type { IndexPlan } from "@countersign/mongo";

export const RUN_INDEXES: readonly IndexPlan[] = [
  {
    collection: "workflow_tasks",
    indexes: [
      // One open run per document: of two simultaneous submits the index lets one pass.
      {
        key: { companyId: 1, refId: 1 },
        name: "one_open_run",
        unique: true,
        partialFilterExpression: { openRun: true },
      },
      { key: { refId: 1, runNumber: -1 } },
      { key: { runId: 1 } },
    ],
  },
  {
    collection: "workflow_approvals",
    indexes: [
      // The rows of a run, of some of its tasks, and of approvers on them.
      { key: { runId: 1, taskId: 1, approverId: 1 }, name: "rows_of_run" },
      {
        key: { runId: 1, decidedBy: 1 },
        name: "of_decider_in_run",
        partialFilterExpression: { decidedBy: { $exists: true } },
      },
    ],
  },
  { collection: "workflow_events", indexes: [{ key: { refId: 1, createdAt: -1, _id: -1 }, name: "newest" }] },
];
