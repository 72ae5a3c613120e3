import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { daysFrom } from "../../test/days-from.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

async function inDirectory({ companyId, userId }: Caller, fields: object): Promise<void> {
  const user = { _id: toObjectId(userId), companyId: toObjectId(companyId), ...fields };
  await store.db
    .collection<{ _id: typeof user._id }>("users")
    .replaceOne({ _id: user._id }, user, { upsert: true });
}

/** The substitute may decide for the principal for the next days. */
async function substitution(principal: Caller, substitute: Caller) {
  return engine.createSubstitution(principal, {
    substituteId: substitute.userId,
    ...daysFrom(-1),
  });
}

const approve = (caller: Caller, taskId = "") =>
  engine.decideApproval(caller, { taskId, status: "APPROVED" });

describe("a decision with people and settings", () => {
  it("lets a substitute decide, keeps who did, and ends with the revocation [PPL-1] [PPL-3]", async () => {
    const company = aCompany();
    const [ann, zoe, eve] = [company.user(), company.user(), company.user()];
    await inDirectory(ann, { name: "Ann" });
    await inDirectory(zoe, { name: "Zoe" });
    const { _id } = await substitution(ann, zoe);
    const run = await submitNew(engine, eve, stagesOf([ann], [ann]));
    await approve(zoe, run.tasks[0]?._id);
    expect(await records.approvals(run.tasks[0]?._id ?? "")).toMatchObject([
      { approverId: ann.userId, decidedBy: zoe.userId, status: "APPROVED", revision: "0.1" },
    ]);
    const notifications = await records.notifications(run.refId);
    expect(
      notifications.filter(({ message }) => message.includes("was approved by Zoe for Ann")),
    ).toHaveLength(2);
    expect(notifications.map(({ userId }) => userId)).toContain(zoe.userId);
    await expect(approve(ann, run.tasks[0]?._id)).rejects.toThrow("Already decided by Zoe");
    await engine.revokeSubstitution(ann, _id);
    await expect(approve(zoe, run.tasks[1]?._id)).rejects.toThrow("Approval not found or cannot be updated");
  });

  it("leaves a leaver out when a stage is asked, and asks the fallback approvers [PPL-5]", async () => {
    const company = aCompany();
    const [admin, ann, bob, fay, eve] = [
      company.user({ privileged: true }),
      company.user(),
      company.user(),
      company.user(),
      company.user(),
    ];
    const stages = stagesOf([ann], [bob]);
    const { refId, tasks } = await submitNew(engine, eve, stages);
    await inDirectory(bob, { active: false });
    await inDirectory(fay, { name: "Fay" });
    await engine.updateApprovalSettings(admin, {
      onEmptyStage: "FALLBACK",
      fallbackApproverIds: [fay.userId],
    });
    await approve(ann, tasks[0]?._id);
    const seats = await records.approvals(tasks[1]?._id ?? "");
    expect(
      seats.map(({ approverId, status, leftOut, reason }) => [approverId, status, leftOut ?? reason]),
    ).toEqual([
      [bob.userId, "NOT_NEEDED", "INACTIVE"],
      [fay.userId, "AWAITING_APPROVAL", "FALLBACK"],
    ]);
    const [, task] = await records.tasks(refId);
    expect(task?.involvedIds).toEqual([eve.userId, fay.userId]);
    await approve(fay, task?._id);
    expect((await records.events(refId)).at(-1)?.event).toBe("COMPLETED");
  });

  it("asks the submitter's manager in the submitter's place [PPL-5]", async () => {
    const company = aCompany();
    const [admin, eve, mia] = [company.user({ privileged: true }), company.user(), company.user()];
    const companyId = toObjectId(company.companyId);
    const manager = { _id: toObjectId(newId()), companyId, userId: toObjectId(mia.userId) };
    await store.db
      .collection("employees")
      .insertMany([
        manager,
        { _id: toObjectId(newId()), companyId, userId: toObjectId(eve.userId), reportingTo: manager._id },
      ]);
    await engine.updateApprovalSettings(admin, { onSubmitterIsApprover: "MANAGER" });
    const run = await submitNew(engine, eve, stagesOf([eve]));
    const seats = await records.approvals(run.tasks[0]?._id ?? "");
    expect(seats.map(({ approverId, reason, reasonUserId }) => [approverId, reason, reasonUserId])).toEqual([
      [eve.userId, undefined, undefined],
      [mia.userId, "MANAGER_OF", eve.userId],
    ]);
    await expect(approve(eve, run.tasks[0]?._id)).rejects.toThrow("Approval not found or cannot be updated");
    await approve(mia, run.tasks[0]?._id);
  });

  it("refuses what separation of duties forbids [PPL-6]", async () => {
    const company = aCompany();
    const [admin, ann, bob, eve] = [
      company.user({ privileged: true }),
      company.user(),
      company.user(),
      company.user(),
    ];
    const run = await submitNew(engine, eve, stagesOf([ann], [ann, bob]));
    await engine.updateApprovalSettings(admin, { onePersonOneStage: true });
    await approve(ann, run.tasks[0]?._id);
    await expect(approve(ann, run.tasks[1]?._id)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "Separation of duties: onePersonOneStage",
    });
    await approve(bob, run.tasks[1]?._id);
  });
});
