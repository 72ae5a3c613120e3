import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { staffedCompany } from "../../test/staffed-company.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());
const records = recordsOf(store);

/** The directory knows the users by these fields. */
async function inDirectory({ companyId, userId }: Caller, fields: object): Promise<void> {
  const user = { _id: toObjectId(userId), companyId: toObjectId(companyId), ...fields };
  await store.db
    .collection<{ _id: typeof user._id }>("users")
    .replaceOne({ _id: user._id }, user, { upsert: true });
}

const approve = async (caller: Caller, taskId = "", expectedRevision?: string) =>
  engine.decideApproval(caller, { taskId, status: "APPROVED", expectedRevision });
const lastOf = async (refId: string) => (await records.events(refId)).at(-1)?.event;

function aTeam() {
  const company = aCompany();
  const admin = company.user({ privileged: true });
  const [ann, bob, eve, zoe] = [company.user(), company.user(), company.user(), company.user()];
  return { company, admin, ann, bob, eve, zoe };
}

describe("a stage whose only approver has left", () => {
  const REASON = 'Stage "Stage 2" has nobody who can decide: Helen Ortiz has left';

  it("refuses a submission, and nothing is written [FIX-1]", async () => {
    const { ann, bob, eve } = aTeam();
    await inDirectory(bob, { name: "Helen Ortiz", active: false });
    const before = await countAll(store);
    await expect(submitNew(engine, eve, stagesOf([ann], [bob]))).rejects.toMatchObject({ message: REASON });
    expect(await countAll(store)).toBe(before);
  });

  it("waits after the verdict before it, is listed with its reason, and continues once somebody is named [FIX-1] [TEXT-1]", async () => {
    const { admin, ann, bob, eve, zoe } = aTeam();
    const { refId, tasks } = await submitNew(engine, eve, stagesOf([ann], [bob]), { ref: "LV-7" });
    await inDirectory(bob, { name: "Helen Ortiz", active: false });
    await approve(ann, tasks[0]?._id);
    expect(await lastOf(refId)).toBe("UNASSIGNED");
    const page = `{ unassignedTaskPage { data { ref unassignedReason german: unassignedReason(locale: "de") } } }`;
    const german = "In der Stufe „Stage 2“ kann niemand entscheiden: Helen Ortiz ist ausgeschieden";
    expect(await as(admin).get(page)).toEqual({
      unassignedTaskPage: { data: [{ ref: "LV-7", unassignedReason: REASON, german }] },
    });
    const taskId = tasks[1]?._id ?? "";
    await inDirectory(zoe, { name: "Zoe" });
    const seat = { taskId, fromUserId: bob.userId, toUserId: zoe.userId, reason: "Helen has left" };
    await engine.seats.reassign(admin, seat);
    const oneTask = "query One($id: ID!) { findOneWorkflowTask(input: { _id: $id }) { unassignedReason } }";
    expect(await as(ann).get(oneTask, { id: taskId })).toEqual({
      findOneWorkflowTask: { unassignedReason: null },
    });
    await approve(zoe, taskId);
    expect(await lastOf(refId)).toBe("COMPLETED");
  });

  it("is left out of an HR document's levels [FIX-1]", async () => {
    const { company, staff, submit } = await staffedCompany(engine, store);
    await inDirectory(company.user({ userId: staff.manager }), { name: "Helen Ortiz", active: false });
    const { tasks } = await submit();
    expect(tasks.map(({ stageName }) => stageName)).toEqual(["HEAD_OF_DEPARTMENT", "HR"]);
  });
});

describe("a row added by hand", () => {
  it("does not complete a stage of 2 of 3 with an accomplice, and carries the stage's groups [SAFE-13]", async () => {
    const { company, admin, ann, bob, eve, zoe } = aTeam();
    const cid = company.user();
    const approvers = [ann, bob, cid].map(({ userId: approverId }) => ({ approverId, groups: ["ASKS"] }));
    const board = { name: "Board", order: 1, approveBy: "COUNT" as const, quorum: 2, approvers };
    const refId = newId();
    const submission = { kind: "Leave" as const, refId, submitterId: eve.userId, dynamicStages: [board] };
    const { tasks } = await engine.submitDocument(eve, submission);
    const taskId = tasks[0]?._id ?? "";
    const row = await engine.approvals.create(ann, { taskId, approverId: zoe.userId });
    expect(row).toMatchObject({ required: true, groups: ["ASKS"], status: "PENDING" });
    await approve(ann, taskId);
    await approve(zoe, taskId);
    expect((await records.tasks(refId))[0]?.status).toBe("AWAITING_APPROVAL");
    await expect(engine.approvals.remove(admin, row._id)).rejects.toThrow("with a verdict");
    await approve(bob, taskId);
    expect(await lastOf(refId)).toBe("COMPLETED");
  });

  it("is for a known person, if the directory knows anybody [SAFE-13]", async () => {
    const { admin, ann, eve, zoe, bob } = aTeam();
    const { tasks } = await submitNew(engine, eve, stagesOf([ann]));
    const taskId = tasks[0]?._id ?? "";
    await engine.seats.addApprover(admin, { taskId, userId: bob.userId, position: "PARALLEL" });
    await inDirectory(ann, { name: "Ann" });
    const before = await countAll(store);
    const unknown = { message: "User not found", code: "NOT_FOUND" };
    const additions = [
      engine.approvals.create(admin, { taskId, approverId: zoe.userId }),
      engine.seats.addApprover(admin, { taskId, userId: zoe.userId, position: "PARALLEL" }),
      engine.seats.addApprover(admin, { taskId, userId: zoe.userId, position: "AFTER" }),
      engine.seats.reassign(ann, { taskId, toUserId: zoe.userId, reason: "away" }),
    ];
    await Promise.all(additions.map((addition) => expect(addition).rejects.toMatchObject(unknown)));
    expect(await countAll(store)).toBe(before);
  });

  it("fills a stage that waits, if a privileged user adds it [SAFE-13]", async () => {
    const { admin, ann, bob, eve, zoe } = aTeam();
    const { refId, tasks } = await submitNew(engine, eve, stagesOf([ann], [bob]));
    await inDirectory(bob, { active: false });
    await inDirectory(zoe, { name: "Zoe" });
    await approve(ann, tasks[0]?._id);
    const taskId = tasks[1]?._id ?? "";
    const row = await engine.approvals.create(admin, { taskId, approverId: zoe.userId });
    expect(row.required).toBeUndefined();
    await approve(zoe, taskId);
    expect(await lastOf(refId)).toBe("COMPLETED");
  });
});

describe("the labels of a waiting task", () => {
  it("raise its revision, so that nobody approves what they have not read [SAFE-18]", async () => {
    const { ann, eve } = aTeam();
    const { tasks } = await submitNew(engine, eve, stagesOf([ann]), { ref: "LN-1" });
    const taskId = tasks[0]?._id ?? "";
    const revision = "query Seen($id: ID!) { findOneWorkflowTask(input: { _id: $id }) { revision } }";
    expect(await as(ann).get(revision, { id: taskId })).toEqual({ findOneWorkflowTask: { revision: "0.1" } });
    await engine.tasks.update(eve, taskId, { ref: "LN-1" });
    await engine.tasks.update(eve, taskId, { ref: "LN-2", title: "Lunch" });
    await expect(approve(ann, taskId, "0.1")).rejects.toMatchObject({ code: "REVISION_CHANGED" });
    expect(await as(ann).get(revision, { id: taskId })).toEqual({ findOneWorkflowTask: { revision: "0.2" } });
    await approve(ann, taskId, "0.2");
  });
});

describe("a seat that was taken over", () => {
  it("is its holder's again once the verdict is withdrawn [SAFE-18]", async () => {
    const { ann, bob, eve, zoe } = aTeam();
    const stages = stagesOf({ approvers: [ann, bob], approveBy: "ALL" });
    const { refId, tasks } = await submitNew(engine, eve, stages, { kind: "Leave" });
    const taskId = tasks[0]?._id ?? "";
    await engine.actionApproval(zoe, taskId, { status: "APPROVED" });
    await engine.seats.withdraw(zoe, { taskId });
    const seats = (await records.approvals(taskId)).map(({ approverId, status }) => [approverId, status]);
    expect(seats).toEqual([
      [ann.userId, "AWAITING_APPROVAL"],
      [bob.userId, "AWAITING_APPROVAL"],
    ]);
    expect((await records.tasks(refId))[0]?.involvedIds).toEqual([eve.userId, ann.userId, bob.userId]);
    await approve(ann, taskId);
  });
});

const loan = (amount: string, editorIds: string[] = []) => ({ amount, currency: "EUR", editorIds });

describe("an editor's verdict under KEEP_VERDICTS", () => {
  it("goes, and the stage is asked again: a loan of 100 does not become one of 1,000,000 [SAFE-16]", async () => {
    const { admin, ann, bob, eve, zoe } = aTeam();
    await engine.updateApprovalSettings(admin, { onAmend: "KEEP_VERDICTS" });
    const stages = stagesOf([ann, zoe], [bob]);
    const { refId, tasks } = await submitNew(engine, eve, stages, { document: loan("100") });
    await approve(ann, tasks[0]?._id);
    await engine.amendDocument(eve, { refId, document: loan("1000000", [ann.userId]) });
    const [first, second] = await records.tasks(refId);
    expect([first?.status, second?.status]).toEqual(["AWAITING_APPROVAL", "PENDING"]);
    await expect(approve(bob, second?._id)).rejects.toThrow("Approval not found or cannot be updated");
    await expect(approve(ann, first?._id)).rejects.toThrow("Separation of duties: editorIds");
    await approve(zoe, first?._id);
    await approve(bob, second?._id);
    expect(await lastOf(refId)).toBe("COMPLETED");
  });
});
