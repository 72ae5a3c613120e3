import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { Document } from "mongodb";
import { beforeAll, expect, it } from "vitest";

import { createReadModels } from "../src/read-models.ts";
import type { WorkflowApprovalRecord, WorkflowTaskRecord } from "../src/runs/records.ts";
import { listsOfSeat, listsOfTask } from "../src/runs/rows.ts";
import type { BoundedPage } from "../src/shared/bounded-total.ts";
import { aCompany, engineOn } from "./engine-fixture.ts";
import { readBy, searchesOf } from "./searches.ts";

const store = await useTestStore({ monitored: true });
await engineOn(store);
const { runs, hr } = createReadModels({ db: store.db, kinds: BUILT_IN_KINDS });

const company = aCompany();
const [companyId, submitter, admin] = [
  toObjectId(company.companyId),
  company.user(),
  company.user({ privileged: true }),
];
const TOTAL_MAX = 10_000;

/** One task more than totals count; all but one are of one kind. */
function taskOf(n: number): Document {
  const createdAt = new Date(1_700_000_000_000 + n);
  const base = { companyId, createdAt, updatedAt: createdAt, deletedAt: null, archived: false, version: 0 };
  const submitterId = toObjectId(submitter.userId);
  return {
    ...base,
    _id: toObjectId(newId()),
    runId: toObjectId(newId()),
    runNumber: 1,
    refId: toObjectId(newId()),
    title: "Leave",
    stageName: "Board",
    orderNo: 1,
    status: "APPROVED",
    kind: n === 0 ? "Claim" : "Leave",
    approveBy: "ALL",
    createdBy: submitterId,
    submitterId,
    involvedIds: [submitterId],
  };
}

/** The task's only seat. */
function approvalOf({ _id: taskId, status: taskStatus, ...task }: Document): Document {
  return {
    ...task,
    _id: toObjectId(newId()),
    taskId,
    taskStatus,
    status: "APPROVED",
    approverId: toObjectId(admin.userId),
  };
}

const BATCH = 1_000;

beforeAll(async () => {
  for (let first = 0; first <= TOTAL_MAX; first += BATCH) {
    const count = Math.min(BATCH, TOTAL_MAX + 1 - first);
    const tasks = Array.from({ length: count }, (_, n) => taskOf(first + n));
    const approvals = tasks.map(approvalOf);
    for (const task of tasks) Object.assign(task, listsOfTask(task as WorkflowTaskRecord));
    for (const row of approvals) Object.assign(row, listsOfSeat(row as WorkflowApprovalRecord));
    await store.db.collection("workflow_tasks").insertMany(tasks);
    await store.db.collection("workflow_approvals").insertMany(approvals);
  }
});

const PAGES: readonly (readonly [string, (input: object) => BoundedPage<unknown>, object])[] = [
  ["workflowTaskPage", (input) => runs.taskPage(submitter, input), { kinds: ["Leave"] }],
  ["workflowTaskPage of a privileged user", (input) => runs.taskPage(admin, input), { kinds: ["Leave"] }],
  ["findMySubmissions", (input) => runs.submissionPage(submitter, input), { kinds: ["Leave"] }],
  ["approvalPage", (input) => hr.approvalPage(admin, input), { kind: "LEAVE" }],
];

const totalsOf = async (page: BoundedPage<unknown>) => [await page.total(), await page.totalIsLowerBound()];

it.each(PAGES)(
  "the total of %s ends at 10,000, and is exact until there [ONE-4]",
  async (_name, pageOf, exact) => {
    expect(await totalsOf(pageOf(exact))).toEqual([TOTAL_MAX, false]);
    const searches = await searchesOf(store, async () => {
      expect(await totalsOf(pageOf({}))).toEqual([TOTAL_MAX, true]);
    });
    const { keys, documents } = await readBy({ db: store.db, explanations: new Map() }, searches);
    expect(keys).toBeLessThanOrEqual(TOTAL_MAX + 50);
    expect(documents).toBeLessThanOrEqual(50);
  },
);
