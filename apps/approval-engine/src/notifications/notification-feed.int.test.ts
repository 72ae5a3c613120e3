import { createInProcessBus } from "@countersign/bus";
import { newId } from "@countersign/mongo";
import { silentLogger, useTestStore, waitFor } from "@countersign/testing";
import { afterAll, expect, it } from "vitest";

import { aCompany, engineOn, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import type { WorkflowNotification } from "../shared/record-of.ts";
import { createNotificationFeed } from "./notification-feed.ts";

const store = await useTestStore();
const bus = createInProcessBus({ logger: silentLogger });
afterAll(() => bus.close());
const feed = await createNotificationFeed({ bus, logger: silentLogger });
const otherReplica = await createNotificationFeed({ bus, logger: silentLogger });
const engine = await engineOn(store, { committed: feed.announce });

it("reaches the subscribers of every replica, and only the right user [AE-NOTIF-08] [AE-NOTIF-22]", async () => {
  const company = aCompany();
  const [submitter, approver] = [company.user(), company.user()];
  const heard: WorkflowNotification[] = [];
  const wrong: WorkflowNotification[] = [];
  otherReplica.subscribe(approver, (notification) => heard.push(notification));
  otherReplica.subscribe(submitter, (notification) => wrong.push(notification));
  otherReplica.subscribe({ ...approver, companyId: newId() }, (notification) => wrong.push(notification));

  const { refId } = await submitNew(engine, submitter, stagesOf([approver]), { ref: "LV-5" });

  await waitFor(() => heard.length > 0);
  expect(heard).toMatchObject([
    { userId: approver.userId, refId, message: "LV-5 submitted for your approval — Stage 1", read: false },
  ]);
  expect(heard[0]?.createdAt).toBeInstanceOf(Date);
  expect(wrong).toEqual([]);
});

it("ends with the subscription, while another of the same user continues", async () => {
  const company = aCompany();
  const approver = company.user();
  const [ended, open]: [unknown[], unknown[]] = [[], []];
  const end = feed.subscribe(approver, (notification) => ended.push(notification));
  feed.subscribe(approver, (notification) => open.push(notification));
  end();
  end();
  await submitNew(engine, company.user(), stagesOf([approver]));
  await waitFor(() => open.length > 0);
  expect(ended).toEqual([]);
});

it("announces nothing of a transaction that was refused", async () => {
  const company = aCompany();
  const [submitter, approver] = [company.user(), company.user()];
  const { refId } = await submitNew(engine, submitter, stagesOf([company.user()]));
  const heard: WorkflowNotification[] = [];
  feed.subscribe(approver, (notification) => heard.push(notification));
  await expect(submitNew(engine, submitter, stagesOf([approver]), { refId })).rejects.toThrow("already");
  const { refId: later } = await submitNew(engine, submitter, stagesOf([approver]));
  await waitFor(() => heard.length > 0);
  expect(heard.map((notification) => notification.refId)).toEqual([later]);
});
