import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);
/** Rounds of each race; more with `ROUNDS=200`. */
const ROUNDS = Number(process.env["ROUNDS"] ?? 20);

/** A company with people in the directory. */
async function staffed() {
  const company = aCompany();
  const hire = async (name: string, fields: Partial<Caller> = {}): Promise<Caller> => {
    const caller = company.user({ name, ...fields });
    const { companyId, userId: _id } = caller;
    await store.db
      .collection("users")
      .insertOne({ _id: toObjectId(_id), companyId: toObjectId(companyId), name });
    return caller;
  };
  const [admin, ann, bob, eve, zoe] = await Promise.all([
    hire("Admin", { privileged: true }),
    hire("Ann"),
    hire("Bob"),
    hire("Eve"),
    hire("Zoe"),
  ]);
  return { company, admin, ann, bob, eve, zoe };
}

const approve = (caller: Caller, taskId = "") =>
  engine.decideApproval(caller, { taskId, status: "APPROVED" });
const seatsOf = async (taskId = "") =>
  (await records.approvals(taskId)).map(({ approverId, status }) => `${approverId} ${status}`);
const lastEvent = async (refId: string) => (await records.events(refId)).at(-1);

describe("an approval that is reassigned", () => {
  it("asks the other person, and the history, the audit and those concerned know [PPL-7]", async () => {
    const { ann, zoe, eve } = await staffed();
    const { refId, tasks } = await submitNew(engine, eve, stagesOf([ann]), { ref: "LV-1" });
    const taskId = tasks[0]?._id ?? "";
    await engine.seats.reassign(ann, { taskId, toUserId: zoe.userId, reason: "on leave" });
    expect(await records.approvals(taskId)).toMatchObject([
      {
        approverId: zoe.userId,
        status: "AWAITING_APPROVAL",
        reason: "REASSIGNED_FROM",
        reasonUserId: ann.userId,
        hops: 1,
      },
    ]);
    expect((await records.tasks(refId))[0]?.involvedIds).toEqual([eve.userId, zoe.userId]);
    expect(await lastEvent(refId)).toMatchObject({ event: "REASSIGNED", actorId: ann.userId });
    const notifications = (await records.notifications(refId))
      .slice(1)
      .map(({ userId, message }) => [userId, message]);
    const message = "LV-1 was reassigned from Ann to Zoe: on leave";
    expect(notifications).toEqual([
      [eve.userId, message],
      [ann.userId, message],
      [zoe.userId, `${message} — awaiting your approval`],
    ]);
    expect((await records.audit(taskId)).at(-1)).toMatchObject({ action: "reassign", actorId: ann.userId });
    await expect(approve(ann, taskId)).rejects.toThrow("Approval not found or cannot be updated");
    await approve(zoe, taskId);
    expect(await lastEvent(refId)).toMatchObject({ event: "COMPLETED" });
  });

  it("stays where it is when it is refused [PPL-7]", async () => {
    const { ann, bob, zoe, eve, admin } = await staffed();
    const stranger = (await staffed()).zoe;
    const { tasks } = await submitNew(engine, eve, stagesOf([ann, bob]));
    const taskId = tasks[0]?._id ?? "";
    await store.db
      .collection("users")
      .updateOne({ _id: toObjectId(zoe.userId) }, { $set: { active: false } });
    const before = await countAll(store);
    const attempts: [
      Caller,
      { toUserId: string; fromUserId?: string; reason?: string },
      string,
      string | undefined,
    ][] = [
      [ann, { toUserId: ann.userId }, "toUserId: must be somebody else", "toUserId"],
      [ann, { toUserId: bob.userId }, "The user is an approver of this task already", "toUserId"],
      [ann, { toUserId: eve.userId }, "Nobody is added who submitted the document", "toUserId"],
      [ann, { toUserId: zoe.userId }, "toUserId: has left the company", "toUserId"],
      [ann, { toUserId: stranger.userId }, "User not found", "toUserId"],
      [
        bob,
        { toUserId: admin.userId, fromUserId: ann.userId },
        "Only the approver or a privileged user",
        "fromUserId",
      ],
      [eve, { toUserId: admin.userId }, "There is no approval to reassign on this task", "fromUserId"],
      [zoe, { toUserId: admin.userId }, "You have left the company", undefined],
      [ann, { toUserId: admin.userId, reason: " " }, "reason: must not be blank", "reason"],
    ];
    for (const [caller, input, message, field] of attempts) {
      const refused = { message: expect.stringContaining(message) as string, field };
      await expect(engine.seats.reassign(caller, { taskId, reason: "why", ...input })).rejects.toMatchObject(
        refused,
      );
    }
    expect(await countAll(store)).toBe(before);
  });
});

describe("one more approver", () => {
  it("in parallel is needed even where one approval was enough [PPL-7]", async () => {
    const { ann, bob, zoe, eve } = await staffed();
    const { refId, tasks } = await submitNew(engine, eve, stagesOf([ann, bob]));
    const taskId = tasks[0]?._id ?? "";
    await engine.seats.addApprover(ann, {
      taskId,
      userId: zoe.userId,
      position: "PARALLEL",
      reason: "expert",
    });
    await approve(ann, taskId);
    expect((await records.tasks(refId))[0]?.status).toBe("AWAITING_APPROVAL");
    await approve(zoe, taskId);
    expect(await lastEvent(refId)).toMatchObject({ event: "COMPLETED" });
    expect((await records.events(refId)).map(({ event }) => event)).toEqual([
      "TASK_CREATED",
      "APPROVER_ADDED",
      "APPROVED",
      "APPROVED",
      "COMPLETED",
    ]);
  });

  it("after a stage has a stage of their own before the next [PPL-7]", async () => {
    const { ann, bob, zoe, eve } = await staffed();
    const { refId, tasks } = await submitNew(engine, eve, stagesOf([ann], [bob]));
    await engine.seats.addApprover(ann, {
      taskId: tasks[0]?._id ?? "",
      userId: zoe.userId,
      position: "AFTER",
    });
    await approve(ann, tasks[0]?._id);
    const added = (await records.tasks(refId)).find(({ status }) => status === "AWAITING_APPROVAL");
    expect(added).toMatchObject({ stageName: "Stage 1 — further approval", orderNo: 1.5 });
    expect(await seatsOf(added?._id)).toEqual([`${zoe.userId} AWAITING_APPROVAL`]);
    await approve(zoe, added?._id);
    await approve(bob, tasks[1]?._id);
    expect(await lastEvent(refId)).toMatchObject({ event: "COMPLETED" });
  });
});

describe("a verdict that is withdrawn", () => {
  it("is asked for again while the stage is open, and not after [PPL-7]", async () => {
    const { ann, bob, eve } = await staffed();
    const { refId, tasks } = await submitNew(
      engine,
      eve,
      stagesOf({ approvers: [ann, bob], approveBy: "ALL" }),
    );
    const taskId = tasks[0]?._id ?? "";
    await approve(ann, taskId);
    await engine.seats.withdraw(ann, { taskId });
    expect(await seatsOf(taskId)).toEqual([
      `${ann.userId} AWAITING_APPROVAL`,
      `${bob.userId} AWAITING_APPROVAL`,
    ]);
    expect((await records.approvals(taskId))[0]).not.toHaveProperty("statusUpdateDate");
    await approve(bob, taskId);
    expect((await records.tasks(refId))[0]?.status).toBe("AWAITING_APPROVAL");
    await approve(ann, taskId);
    await expect(engine.seats.withdraw(ann, { taskId })).rejects.toThrow("The stage has been decided");
  });

  it(`meets the verdict that completes the stage: one of the two wins, ${ROUNDS} times [PPL-7]`, async () => {
    const { ann, bob, eve } = await staffed();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { refId, tasks } = await submitNew(
        engine,
        eve,
        stagesOf({ approvers: [ann, bob], approveBy: "ALL" }),
      );
      const taskId = tasks[0]?._id ?? "";
      await approve(ann, taskId);
      const [withdrawn] = await Promise.allSettled([
        engine.seats.withdraw(ann, { taskId }),
        approve(bob, taskId),
      ]);
      const isCompleted = (await lastEvent(refId))?.event === "COMPLETED";
      expect(isCompleted).toBe(withdrawn.status === "rejected");
    }
  });
});

describe("a document that is recalled", () => {
  it("by a privileged user ends its run, tells its owner and those who were asked [CTRL-3]", async () => {
    const { admin, ann, bob, eve } = await staffed();
    const { refId, runId, tasks } = await submitNew(engine, eve, stagesOf([ann], [bob]), { ref: "LV-1" });
    await engine.recallDocument(admin, { refId, reason: "wrong dates" });
    expect((await records.tasks(refId)).map(({ status, archived }) => [status, archived])).toEqual([
      ["ARCHIEVED", true],
      ["ARCHIEVED", true],
    ]);
    expect(await lastEvent(refId)).toMatchObject({ event: "RECALLED", actorId: admin.userId });
    const outbox = await records.outbox(refId);
    expect(outbox.filter(({ subject }) => subject.startsWith("approval.outcome"))).toMatchObject([
      {
        subject: "approval.outcome.hr.Leave.recalled",
        data: { data: { refId, runId, remark: "wrong dates", actorId: admin.userId } },
      },
    ]);
    const notifications = (await records.notifications(refId))
      .slice(1)
      .map(({ userId, message }) => [userId, message]);
    const message = "LV-1 was recalled by Admin: wrong dates";
    expect(notifications).toEqual([
      [eve.userId, message],
      [ann.userId, message],
    ]);
    await expect(approve(ann, tasks[0]?._id)).rejects.toThrow("Approval not found or cannot be updated");
    await submitNew(engine, eve, stagesOf([ann]), { refId });
  });

  it("is recalled by its submitter as the setting says, and by nobody else [CTRL-3]", async () => {
    const { admin, ann, bob, eve } = await staffed();
    const { refId, tasks } = await submitNew(engine, eve, stagesOf([ann], [bob]));
    const recall = (caller: Caller) => engine.recallDocument(caller, { refId, reason: "oh" });
    await expect(recall(eve)).rejects.toThrow("Documents of this company cannot be recalled");
    await expect(recall(ann)).rejects.toThrow(
      "Only the submitter or a privileged user may recall a document",
    );
    await engine.updateApprovalSettings(admin, { recall: "UNTIL_FIRST_VERDICT" });
    await approve(ann, tasks[0]?._id);
    await expect(recall(eve)).rejects.toThrow("The document cannot be recalled after the first verdict");
    await engine.updateApprovalSettings(admin, { recall: "ALWAYS" });
    await recall(eve);
    await expect(recall(eve)).rejects.toThrow("There is no approval in progress for this document");
  });

  it(`meets its final approval: one of the two wins, ${ROUNDS} times [CTRL-3]`, async () => {
    const { admin, ann, eve } = await staffed();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { refId, tasks } = await submitNew(engine, eve, stagesOf([ann]));
      const outcomes = await Promise.allSettled([
        engine.recallDocument(admin, { refId, reason: "late" }),
        approve(ann, tasks[0]?._id),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const sent = (await records.outbox(refId)).filter(({ subject }) =>
        subject.startsWith("approval.outcome"),
      );
      expect(sent).toHaveLength(1);
    }
  });
});
