import { toObjectId } from "@countersign/mongo";
import { startDueWork } from "@countersign/mongo/due-work";
import { silentLogger, useTestStore, waitFor } from "@countersign/testing";
import { describe, expect, it, onTestFinished } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import type { Caller } from "../engine.ts";
import { leaversIn, leaverWork } from "./leavers.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

async function leaves({ companyId, userId }: Caller): Promise<void> {
  const user = { _id: toObjectId(userId), companyId: toObjectId(companyId), name: "Bob", active: false };
  await store.db.collection("users").insertOne(user);
  await engine.releaseLeaver(companyId, userId);
}

const seatsOf = async (taskId = "") =>
  (await records.approvals(taskId)).map(({ approverId, status, leftOut }) => [approverId, leftOut ?? status]);
const typesOf = async (refId: string) => (await records.events(refId)).map(({ event }) => event);

describe("somebody who leaves", () => {
  it("keeps no seat that was given meanwhile by who had read them as present [PPL-5]", async () => {
    const company = aCompany();
    const [ann, bob, eve] = [company.user(), company.user(), company.user()];
    await leaves(bob);
    const setActive = (active: boolean) =>
      store.db.collection("users").updateOne({ _id: toObjectId(bob.userId) }, { $set: { active } });
    await setActive(true);
    const stages = stagesOf({ approvers: [ann, bob], approveBy: "ALL" });
    const { refId, tasks } = await submitNew(engine, eve, stages, { ref: "LV-3" });
    await setActive(false);
    let now = new Date();
    const clock = () => now;
    const { releaseAgain } = engine;
    const { db } = store;
    const works = [leaverWork({ db, logger: silentLogger, releaseAgain })];
    const working = startDueWork({
      db,
      works,
      failed: (error) => expect.unreachable(String(error)),
      clock,
      pauseMs: 5,
    });
    onTestFinished(() => working.close());
    expect(await seatsOf(tasks[0]?._id)).toContainEqual([bob.userId, "AWAITING_APPROVAL"]);
    now = new Date(Date.now() + 16_000);
    const rows = leaversIn(store);
    await waitFor(async () => (await rows.countDocuments({ claimedUntil: { $exists: true } })) === 0);
    expect(await seatsOf(tasks[0]?._id)).toContainEqual([bob.userId, "INACTIVE"]);
    expect(await typesOf(refId)).toEqual(["TASK_CREATED", "APPROVER_LEFT"]);
  });

  it("is no longer asked where the others can complete the stage [PPL-5]", async () => {
    const company = aCompany();
    const [ann, bob, eve] = [company.user(), company.user(), company.user()];
    const { refId, tasks } = await submitNew(
      engine,
      eve,
      stagesOf({ approvers: [ann, bob], approveBy: "ALL" }),
      {
        ref: "LV-1",
      },
    );
    await leaves(bob);
    await engine.releaseLeaver(company.companyId, bob.userId);
    expect(await seatsOf(tasks[0]?._id)).toEqual([
      [ann.userId, "AWAITING_APPROVAL"],
      [bob.userId, "INACTIVE"],
    ]);
    expect((await records.notifications(refId)).at(-1)).toMatchObject({
      userId: eve.userId,
      message: "LV-1 no longer asks Bob, who has left",
    });
    await engine.decideApproval(ann, { taskId: tasks[0]?._id ?? "", status: "APPROVED" });
    expect(await typesOf(refId)).toEqual(["TASK_CREATED", "APPROVER_LEFT", "APPROVED", "COMPLETED"]);
  });

  it("leaves a stage to a privileged user where nobody is left to decide [PPL-5] [PPL-7]", async () => {
    const company = aCompany();
    const [admin, ann, bob, eve] = [
      company.user({ privileged: true }),
      company.user(),
      company.user(),
      company.user(),
    ];
    const { refId, tasks } = await submitNew(
      engine,
      eve,
      stagesOf({ approvers: [ann, bob], approveBy: "ALL" }),
    );
    const taskId = tasks[0]?._id ?? "";
    await engine.decideApproval(ann, { taskId, status: "APPROVED" });
    await leaves(bob);
    expect(await typesOf(refId)).toEqual(["TASK_CREATED", "APPROVED", "APPROVER_LEFT", "UNASSIGNED"]);
    const cid = company.user();
    const user = { _id: toObjectId(cid.userId), companyId: toObjectId(company.companyId), name: "Cid" };
    await store.db.collection("users").insertOne(user);
    await engine.seats.reassign(admin, {
      taskId,
      fromUserId: bob.userId,
      toUserId: cid.userId,
      reason: "Bob has left",
    });
    await engine.decideApproval(cid, { taskId, status: "APPROVED" });
    expect((await typesOf(refId)).at(-1)).toBe("COMPLETED");
  });

  it("keeps the seats of somebody who is still there [PPL-5]", async () => {
    const company = aCompany();
    const [bob, eve] = [company.user(), company.user()];
    const { tasks } = await submitNew(engine, eve, stagesOf([bob]));
    await engine.releaseLeaver(company.companyId, bob.userId);
    expect(await seatsOf(tasks[0]?._id)).toEqual([[bob.userId, "AWAITING_APPROVAL"]]);
  });
});
