import { type BusMessage, createInProcessBus } from "@countersign/bus";
import { silentLogger, useTestStore, waitFor } from "@countersign/testing";
import { afterAll, expect, it } from "vitest";

import { aCompany, engineOn, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { createNotificationFeed } from "../notifications/index.ts";
import { createRunFeed } from "./run-feed.ts";

const store = await useTestStore();
const bus = createInProcessBus({ logger: silentLogger });
afterAll(() => bus.close());
const sent: BusMessage[] = [];
const counted: typeof bus = {
  ...bus,
  broadcast: async (message) => {
    sent.push(message);
    await bus.broadcast(message);
  },
};
const replicaOn = async (over: typeof bus) => {
  const feed = await createNotificationFeed({ bus: over, logger: silentLogger });
  return { feed, runFeed: await createRunFeed({ bus: over, logger: silentLogger }, feed) };
};
const [here, there] = [await replicaOn(counted), await replicaOn(bus)];
const engine = await engineOn(store, {
  committed: (notifications, changes) => here.runFeed.announce(changes, notifications),
});

it("tells the replicas of a decision and its notifications in one broadcast [AE-NOTIF-08] [CON-4]", async () => {
  const company = aCompany();
  const [submitter, one, two] = [company.user(), company.user(), company.user()];
  const heard: string[] = [];
  for (const user of [submitter, one, two]) {
    there.feed.subscribe(user, ({ message, createdAt }) => {
      expect(createdAt).toBeInstanceOf(Date);
      heard.push(message);
    });
  }
  const changed: string[] = [];
  there.runFeed.subscribeInbox(two, ({ refId }) => void changed.push(refId));
  const { refId, tasks } = await submitNew(engine, submitter, stagesOf([one], [two]), { ref: "LV-7" });
  await engine.decideApproval(one, { taskId: tasks[0]!._id, status: "APPROVED" });
  await waitFor(() => changed.length === 2);
  expect(changed).toEqual([refId, refId]);
  expect(sent.map(({ subject }) => subject)).toEqual(["approval.live.runs", "approval.live.runs"]);
  const rows = await store.db.collection("workflow_notifications").find({ ref: "LV-7" }).toArray();
  expect(rows.length).toBeGreaterThan(2);
  expect(heard.toSorted()).toEqual(rows.map(({ message }) => String(message)).toSorted());
});

it("hears notifications of a replica of the release before, which sends them alone", async () => {
  const user = aCompany().user();
  const heard: unknown[] = [];
  there.feed.subscribe(user, ({ userId }) => heard.push(userId));
  const times = { createdAt: new Date(0), updatedAt: new Date(0), documentDate: new Date(0) };
  const row = { _id: user.userId, companyId: user.companyId, userId: user.userId, ...times };
  await bus.broadcast({ subject: "approval.live.notifications", id: row._id, data: [row] });
  await waitFor(() => heard.length === 1);
  expect(heard).toEqual([user.userId]);
});
