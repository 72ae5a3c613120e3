import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf, submitted } from "../../test/engine-fixture.ts";
import type { Caller } from "../engine.ts";

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
  it("is no longer asked where the others can complete the stage [PPL-5]", async () => {
    const company = aCompany();
    const [ann, bob, eve] = [company.user(), company.user(), company.user()];
    const { refId, tasks } = await submitted(
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
    const { refId, tasks } = await submitted(
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
    const { tasks } = await submitted(engine, eve, stagesOf([bob]));
    await engine.releaseLeaver(company.companyId, bob.userId);
    expect(await seatsOf(tasks[0]?._id)).toEqual([[bob.userId, "AWAITING_APPROVAL"]]);
  });
});
