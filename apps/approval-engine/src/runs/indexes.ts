import type { IndexPlan } from "@countersign/mongo";

import { PAGE } from "../shared/record-reader.ts";

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
      { key: PAGE },
      // A list with its total: without filters, and by status and kind. The derived field comes first, so that records
      // without it are found whatever their company.
      { key: { listedFor: 1, companyId: 1, createdAt: -1, _id: -1 }, name: "listed" },
      {
        key: { listedFor: 1, companyId: 1, status: 1, kind: 1, createdAt: -1, _id: -1 },
        name: "listed_by_kind",
      },
      { key: { listedFor: 1, companyId: 1, status: 1, createdAt: -1, _id: -1 }, name: "listed_by_status" },
      { key: { seatsListed: 1 }, name: "seats_listed" },
      { key: { submissionOf: 1, companyId: 1, createdAt: -1, _id: -1 }, name: "submissions" },
      {
        key: { submissionOf: 1, companyId: 1, archived: 1, status: 1, kind: 1, createdAt: -1, _id: -1 },
        name: "submissions_by_kind",
      },
      { key: { companyId: 1, ref: 1 }, name: "by_ref" },
    ],
  },
  {
    collection: "workflow_approvals",
    indexes: [
      { key: { runId: 1, approverId: 1 }, name: "of_approver_in_run" },
      {
        key: { runId: 1, decidedBy: 1 },
        name: "of_decider_in_run",
        partialFilterExpression: { decidedBy: { $exists: true } },
      },
      { key: { taskId: 1 } },
      { key: { listedFor: 1, kind: 1, taskStatus: 1, createdAt: -1, _id: -1 }, name: "listed_by_kind" },
      {
        key: { listedFor: 1, approverId: 1, kind: 1, taskStatus: 1, status: 1, createdAt: -1, _id: -1 },
        name: "listed_by_approver",
      },
    ],
  },
  { collection: "workflow_events", indexes: [{ key: { refId: 1, createdAt: -1 } }] },
];
