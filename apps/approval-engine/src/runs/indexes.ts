import type { IndexPlan } from "@countersign/mongo";

import { RUN_SEARCH } from "./search-row.ts";

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
      // The verdicts of a user, newest first. The derived field comes first, so that records without it are found.
      { key: { deciderId: 1, companyId: 1, statusUpdateDate: -1, _id: -1 }, name: "by_decider" },
    ],
  },
  {
    collection: RUN_SEARCH,
    indexes: [
      // Newest submitted first: by a word, by who may see it, and by number (contract-3, CON-14).
      { key: { companyId: 1, words: 1, submittedAt: -1, _id: -1 }, name: "by_word" },
      { key: { companyId: 1, viewerIds: 1, submittedAt: -1, _id: -1 }, name: "by_viewer" },
      { key: { companyId: 1, ref: 1, submittedAt: -1, _id: -1 }, name: "by_number" },
      // The lists of a submitter.
      { key: { companyId: 1, submitterId: 1, tab: 1, sortedAt: -1, _id: -1 }, name: "by_submitter" },
      // How long approvals of a kind took.
      {
        key: { companyId: 1, kind: 1, endedAt: -1, submittedAt: 1 },
        name: "durations",
        partialFilterExpression: { state: "APPROVED" },
      },
      { key: { refId: 1, runNumber: -1 }, name: "of_document" },
    ],
  },
  { collection: "workflow_events", indexes: [{ key: { refId: 1, createdAt: -1, _id: -1 }, name: "newest" }] },
];
