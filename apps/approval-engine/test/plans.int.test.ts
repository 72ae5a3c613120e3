import { ensureIndexes, newId, toObjectId } from "@countersign/mongo";
import { SETTINGS_INDEXES } from "@countersign/settings";
import { useTestStore } from "@countersign/testing";
import type { CommandStartedEvent, Document } from "mongodb";
import { expect, it } from "vitest";

import { createReadModels } from "../src/read-models/index.ts";
import type { Page } from "../src/read-models/record-reader.ts";
import { aCompany, engineOn, stagesOf, submitted } from "./engine-fixture.ts";
import { addStaff } from "./service-fixture.ts";

const store = await useTestStore();
await ensureIndexes(store.db, SETTINGS_INDEXES);
const engine = await engineOn(store);
const read = createReadModels(store.db);

/** How a command looks for documents: as a read that can be explained. */
function searchesIn({ commandName, command }: CommandStartedEvent): Document[] {
  const { find, filter, sort, skip, limit, aggregate, pipeline, findAndModify, query, update, updates } =
    command;
  switch (commandName) {
    case "find":
      return [
        Object.fromEntries(Object.entries({ find, filter, sort, skip, limit }).filter(([, value]) => value)),
      ];
    case "aggregate":
      return [{ aggregate, pipeline, cursor: {} }];
    case "findAndModify":
      return [{ find: findAndModify, filter: query }];
    case "update":
      return (updates as { q: Document }[]).map(({ q }) => ({ find: update, filter: q }));
    default:
      return [];
  }
}

/** What the client asks the store while the work runs, each shape of a search once. */
async function searchesOf(work: () => Promise<unknown>): Promise<Map<string, Document>> {
  const searches = new Map<string, Document>();
  const note = (event: CommandStartedEvent): void => {
    if (event.databaseName !== store.dbName) return;
    for (const search of searchesIn(event)) searches.set(shapeOf(search), search);
  };
  store.client.on("commandStarted", note);
  try {
    await work();
  } finally {
    store.client.off("commandStarted", note);
  }
  return searches;
}

function shapeOf(search: Document): string {
  return JSON.stringify(search, (key, value: unknown) => {
    const isName = key === "find" || key === "aggregate";
    return typeof value === "object" || isName ? value : typeof value;
  });
}

async function whole(page: Page<unknown>): Promise<void> {
  await page.data();
  await page.total();
}

/** Every write and read of a hot path, once. */
async function everyHotPath(): Promise<void> {
  const company = aCompany();
  const { companyId } = company;
  await engine.seedCompany(companyId);
  const staff = await addStaff(store, companyId, newId);
  const [submitter, one, two] = [company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });

  const run = await submitted(engine, submitter, stagesOf([one], [two]));
  const [first = "", second = ""] = run.tasks.map(({ _id }) => _id);
  await engine.decideApproval(one, { taskId: first, status: "APPROVED" });
  await engine.decideApproval(two, { taskId: second, status: "REJECTED" });
  await engine.cancelDocument(submitter, { refId: run.refId });

  const { _id: workflowId } = await engine.workflows.create(admin, { name: "Purchases" });
  await engine.stages.create(admin, { workflowId, name: "Board", order: 1, approverIds: [one.userId] });
  await engine.thresholds.create(admin, { kind: "SalesOrder", workflowId, amountThreshold: 10 });
  await store.db
    .collection("configs")
    .insertOne({ companyId: toObjectId(companyId), approvalThresholdsEnabled: true, updatedAt: new Date() });
  const order = { _id: newId(), kind: "SalesOrder", totalAmount: 11 } as const;
  await store.db
    .collection("orders")
    .insertOne({ ...order, _id: toObjectId(order._id), companyId: toObjectId(companyId) });
  await engine.orderCreated(submitter, order);
  await engine.assertPostable(companyId, order._id).catch(() => undefined);
  await engine.submitHr(submitter, {
    kind: "Leave",
    refId: newId(),
    employeeId: staff.employeeId,
    submitterId: staff.employee,
    requestId: "plans",
  });

  await whole(read.runs.taskPage(one, {}));
  await whole(read.runs.taskPage(one, { status: "AWAITING_APPROVAL", kinds: ["Leave"] }));
  await whole(read.runs.taskPage(admin, {}));
  await whole(read.runs.taskPage(admin, { involvedUserId: two.userId }));
  await whole(read.runs.submissionPage(submitter, {}));
  await read.runs.findTask(companyId, { _id: first });
  await read.runs.findTask(companyId, { refId: run.refId });
  await read.runs.tasksByIds(companyId, [first]);
  await read.runs.approvalsByTaskIds(companyId, [first, second]);
  await read.runs.listApprovals(companyId, { taskId: first });
  await read.runs.listEvents(companyId, run.refId);
  await read.runs.pendingCounts(companyId);
  await read.notifications.listMine(one);
  await read.notifications.listMine(one, false);
  const [notification] = await read.notifications.listMine(one);
  await engine.markNotificationRead(one, notification?._id ?? "");
  await engine.markAllNotificationsRead(two);
  await whole(read.hr.approvalPage(companyId, {}));
  await whole(read.hr.approvalPage(companyId, { status: "PENDING", kind: "LEAVE", approverId: one.userId }));
  await read.hr.listPending(one);
  await whole(read.hr.policyPage(companyId, {}));
  await whole(read.definitions.workflowPage(companyId, {}));
  await whole(read.definitions.stagePage(companyId, { workflowId }));
  await whole(read.definitions.approverPage(companyId, {}));
  await read.definitions.stagesByWorkflowIds(companyId, [workflowId]);
  await whole(read.audit.page(admin, {}));
}

it("[CT-COLL-10] [AE-EVENT-07] [AE-NOTIF-06] no hot path scans a collection", async () => {
  const searches = await searchesOf(everyHotPath);
  expect(searches.size).toBeGreaterThan(40);
  const scans: string[] = [];
  for (const [shape, search] of searches) {
    const plan = await store.db.command({ explain: search, verbosity: "queryPlanner" });
    if (JSON.stringify(plan).includes("COLLSCAN")) scans.push(shape);
  }
  expect(scans).toEqual([]);
});

async function keysOf(collection: string): Promise<unknown[]> {
  return (await store.db.collection(collection).indexes()).map(({ key }) => key);
}

it("[AE-EVENT-07] [AE-NOTIF-06] the indexes that the specification names are there", async () => {
  expect(await keysOf("workflow_events")).toContainEqual({ refId: 1, createdAt: -1 });
  const notifications = await keysOf("workflow_notifications");
  expect(notifications).toContainEqual({ userId: 1, read: 1 });
  expect(notifications).toContainEqual({ userId: 1, createdAt: -1 });
});
