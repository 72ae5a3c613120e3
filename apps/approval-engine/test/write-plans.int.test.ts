import { BUILT_IN_KINDS } from "@countersign/contracts";
import { ensureIndexes, newId, toObjectId } from "@countersign/mongo";
import { SETTINGS_INDEXES } from "@countersign/settings";
import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";

import { createReadModels } from "../src/read-models.ts";
import { aCompany, engineOn, stagesOf, submitNew } from "./engine-fixture.ts";
import { scansAmong, searchesOf } from "./searches.ts";
import { addStaff } from "./service-fixture.ts";

const store = await useTestStore({ monitored: true });
await ensureIndexes(store, SETTINGS_INDEXES);
const engine = await engineOn(store);

/** Every kind of write that a hot path makes, once. */
async function everyWrite(): Promise<void> {
  const company = aCompany();
  const { companyId } = company;
  await engine.seedCompany(companyId);
  const staff = await addStaff(store, companyId, newId);
  const [submitter, one, two] = [company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });

  const run = await submitNew(engine, submitter, stagesOf([one], [two]));
  const [first = "", second = ""] = run.tasks.map(({ _id }) => _id);
  const guards = { idempotencyKey: "plans", expectedRevision: "0.1" };
  await engine.decideApproval(one, { taskId: first, status: "APPROVED", ...guards });
  const rejected = { taskId: second, status: "REJECTED", remark: "Not now" };
  await engine.decideMany(two, { items: [rejected], idempotencyKey: "plans" });
  for (const onAmend of ["ASK_AGAIN", "KEEP_VERDICTS"] as const) {
    await engine.updateApprovalSettings(admin, { onAmend });
    await engine.amendDocument(submitter, { refId: run.refId, document: { title: onAmend } });
  }
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

  const readModels = createReadModels({ db: store.db, kinds: BUILT_IN_KINDS });
  const [notification] = await readModels.notifications.listMine(one);
  await engine.markNotificationRead(one, notification?._id ?? "");
  await engine.markAllNotificationsRead(two);
}

it("no write of the engine scans a collection [CT-COLL-10]", async () => {
  const searches = await searchesOf(store, everyWrite);
  expect(searches.length).toBeGreaterThan(50);
  expect(await scansAmong(store, searches)).toEqual([]);
});

/** Whether an index begins with these fields, in this order. */
async function hasIndexOn(collection: string, fields: Record<string, 1 | -1>): Promise<boolean> {
  const wanted = Object.entries(fields);
  const indexes = await store.db.collection(collection).indexes();
  return indexes.some(
    ({ key }) => JSON.stringify(Object.entries(key).slice(0, wanted.length)) === JSON.stringify(wanted),
  );
}

it("the indexes that the specification names are there [AE-EVENT-07] [AE-NOTIF-06]", async () => {
  expect(await hasIndexOn("workflow_events", { refId: 1, createdAt: -1 })).toBe(true);
  expect(await hasIndexOn("workflow_notifications", { userId: 1, read: 1 })).toBe(true);
  expect(await hasIndexOn("workflow_notifications", { userId: 1, createdAt: -1 })).toBe(true);
});
