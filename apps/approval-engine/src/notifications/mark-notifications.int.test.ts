import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import type { WorkflowNotification } from "../shared/record-of.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

const inboxOf = async ({ userId }: { userId: string }) =>
  records.list<WorkflowNotification>("workflow_notifications", { userId: toObjectId(userId) });
/** For each of the user's notifications, whether it is read. */
const readsOf = async (user: { userId: string }) => (await inboxOf(user)).map(({ read }) => read);

/** Two documents that wait for the same two people. */
async function aCrowdedInbox() {
  const company = aCompany();
  const [submitter, mine, other] = [company.user(), company.user(), company.user()];
  for (let count = 0; count < 2; count += 1) await submitNew(engine, submitter, stagesOf([mine, other]));
  return { mine, other };
}

it("marks one notification of the caller [AE-NOTIF-20]", async () => {
  const { mine } = await aCrowdedInbox();
  const [first] = await inboxOf(mine);
  await engine.markNotificationRead(mine, first?._id ?? "");
  await engine.markNotificationRead(mine, first?._id ?? "");
  expect(await readsOf(mine)).toEqual([true, false]);
  expect(await records.audit(first?._id ?? "")).toMatchObject([
    { action: "read", before: { read: false }, after: { read: true } },
  ]);
});

it("refuses somebody else's notification [AE-NOTIF-20] [CT-AUTH-10]", async () => {
  const { mine, other } = await aCrowdedInbox();
  const [first] = await inboxOf(mine);
  for (const caller of [
    other,
    { ...mine, companyId: aCompany().companyId },
    { ...other, privileged: true },
  ]) {
    await expect(engine.markNotificationRead(caller, first?._id ?? "")).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "Notification not found",
    });
  }
  expect(await readsOf(mine)).toEqual([false, false]);
});

it("marks all of the caller's and nobody else's [AE-NOTIF-21]", async () => {
  const { mine, other } = await aCrowdedInbox();
  await engine.markAllNotificationsRead(mine);
  await engine.markAllNotificationsRead(mine);
  expect(await readsOf(mine)).toEqual([true, true]);
  expect(await readsOf(other)).toEqual([false, false]);
  expect(await records.audit(mine.userId)).toMatchObject([{ action: "readAll", before: { unread: 2 } }]);
});

it("marks thousands in transactions of a thousand, and none that come meanwhile", async () => {
  const company = aCompany();
  const mine = company.user();
  const ids = { companyId: toObjectId(company.companyId), userId: toObjectId(mine.userId) };
  const rows = Array.from({ length: 2_500 }, (_, at) => ({
    ...ids,
    createdAt: new Date(at),
    deletedAt: null,
    read: false,
  }));
  const later = new Date(Date.now() + 60_000);
  const notifications = store.db.collection("workflow_notifications");
  await notifications.insertMany([...rows, { ...ids, createdAt: later, deletedAt: null, read: false }]);
  await engine.markAllNotificationsRead(mine);
  expect(await notifications.countDocuments({ ...ids, read: true })).toBe(2_500);
  expect(await records.audit(mine.userId)).toMatchObject([
    { action: "readAll", before: { unread: 1_000 } },
    { action: "readAll", before: { unread: 1_000 } },
    { action: "readAll", before: { unread: 500 } },
  ]);
});
