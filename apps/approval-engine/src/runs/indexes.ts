import type { IndexPlan } from "@countersign/mongo";
import { DUE_INDEX } from "@countersign/mongo/due-work";

import { WORKFLOW_RUNS } from "../shared/pending.ts";

export const RUN_INDEXES: readonly IndexPlan[] = [
  {
    collection: WORKFLOW_RUNS,
    indexes: [
      // One open run per document: of two simultaneous submits the index lets one pass.
      {
        key: { companyId: 1, refId: 1 },
        name: "one_open",
        unique: true,
        partialFilterExpression: { open: true },
      },
      { key: { companyId: 1, refId: 1, number: -1 }, name: "of_document", unique: true },
      { key: { "tasks._id": 1 }, name: "of_task" },
      // The run that a command with a key has written; of two commands with one key the index lets one pass.
      {
        key: { companyId: 1, "keys.k": 1 },
        name: "keys",
        unique: true,
        partialFilterExpression: { "keys.k": { $exists: true } },
      },
      // Runs from whose last write something follows that is not projected yet.
      DUE_INDEX,
      // Runs that wait for somebody, by when they were asked, by amount and by due time. A total counts keys.
      {
        key: { companyId: 1, askedIds: 1, askedAt: -1, _id: -1, kind: 1 },
        name: "asked",
        partialFilterExpression: { askedIds: { $exists: true } },
      },
      {
        key: { companyId: 1, askedIds: 1, sortAmount: -1, _id: -1 },
        name: "asked_amount",
        partialFilterExpression: { askedIds: { $exists: true } },
      },
      {
        key: { companyId: 1, askedIds: 1, dueAt: 1, _id: 1 },
        name: "asked_due",
        partialFilterExpression: { dueAt: { $exists: true } },
      },
      // Runs that nobody can complete, submitted last first.
      {
        key: { companyId: 1, unassigned: 1, submittedAt: -1, _id: -1 },
        name: "unassigned",
        partialFilterExpression: { unassigned: true },
      },
      // Newest submitted first: by who may see it, by a word, and by number (contract-3, CON-14).
      { key: { companyId: 1, viewerIds: 1, submittedAt: -1, _id: -1 }, name: "viewers" },
      { key: { companyId: 1, words: 1, submittedAt: -1, _id: -1 }, name: "words" },
      { key: { companyId: 1, ref: 1, submittedAt: -1, _id: -1 }, name: "number" },
      // The lists of a submitter.
      { key: { companyId: 1, submitterId: 1, tab: 1, sortedAt: -1, _id: -1 }, name: "submitter" },
      // Those of a kind whose way a rule chose, newest submitted first; no verdict changes it.
      {
        key: { companyId: 1, kind: 1, submittedAt: -1, _id: -1 },
        name: "ruled",
        partialFilterExpression: { ruled: true },
      },
      // How long approvals of a kind took.
      {
        key: { companyId: 1, kind: 1, endedAt: -1, submittedAt: 1 },
        name: "durations",
        partialFilterExpression: { state: "APPROVED" },
      },
    ],
  },
  {
    collection: "workflow_tasks",
    indexes: [{ key: { refId: 1, runNumber: -1 } }, { key: { runId: 1 } }],
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
      // The verdicts of a user, newest first.
      {
        key: { deciderId: 1, companyId: 1, statusUpdateDate: -1, _id: -1 },
        name: "by_decider",
        partialFilterExpression: { deciderId: { $exists: true } },
      },
    ],
  },
  { collection: "workflow_events", indexes: [{ key: { refId: 1, createdAt: -1, _id: -1 }, name: "newest" }] },
];
