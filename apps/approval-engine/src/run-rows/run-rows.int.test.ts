import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

/** A document whose first stage is asked of two people, with a second stage to come. */
async function aRun(approveBy: "ANY" | "ALL" = "ALL") {
  const company = aCompany();
  const [submitter, one, two, last] = [company.user(), company.user(), company.user(), company.user()];
  const stages = stagesOf({ approvers: [one, two], approveBy }, [last]);
  const { refId, tasks } = await submitNew(engine, submitter, stages);
  const [first = "", second = ""] = tasks.map(({ _id }) => _id);
  return { company, submitter, one, two, last, refId, first, second };
}
const approve = { status: "APPROVED" };

describe("tasks", () => {
  it("may have their labels corrected, audited [AE-INBOX-02]", async () => {
    const { one, first } = await aRun();
    const task = await engine.tasks.update(one, first, { title: "Leave of Nora", ref: "LV-9" });
    expect(task).toMatchObject({
      _id: first,
      title: "Leave of Nora",
      ref: "LV-9",
      status: "AWAITING_APPROVAL",
    });
    expect(await records.audit(first)).toMatchObject([{ action: "update", after: { ref: "LV-9" } }]);
  });

  it("never have status, archived, refId or completionDate written by hand [AE-ACT-14]", async () => {
    const { one, first, refId } = await aRun();
    const rewrite = { status: "APPROVED", archived: true, refId: newId(), completionDate: 1, runId: newId() };
    await engine.tasks.update(one, first, { title: "T", ...rewrite });
    const [task] = await records.tasks(refId);
    expect(task).toMatchObject({ title: "T", status: "AWAITING_APPROVAL", archived: false, refId });
    expect(task).not.toHaveProperty("completionDate");
  });

  it("are deleted softly once their run has ended [AE-INBOX-03] [AE-BASE-02]", async () => {
    const { company, one, two, first, second, refId } = await aRun("ANY");
    const admin = company.user({ privileged: true });
    const early = engine.tasks.remove(admin, second);
    await expect(early).rejects.toMatchObject({ code: "CONFLICT" });
    await engine.decideApproval(one, { taskId: first, status: "REJECTED" });

    await engine.tasks.remove(admin, first);

    expect((await records.tasks(refId))[0]?.deletedAt).toBeInstanceOf(Date);
    await expect(engine.tasks.update(two, first, {})).rejects.toMatchObject({
      message: "Workflow task not found",
    });
    await expect(engine.tasks.remove(company.user(), first)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("of another company are missing [CT-AUTH-10]", async () => {
    const { first } = await aRun();
    const stranger = aCompany().user({ privileged: true });
    const missing = { code: "NOT_FOUND", message: "Workflow task not found" };
    await expect(engine.tasks.update(stranger, first, { title: "x" })).rejects.toMatchObject(missing);
    await expect(engine.tasks.remove(stranger, first)).rejects.toMatchObject(missing);
  });
});

describe("adding an approval", () => {
  // Rules: [AE-ACT-03] [AE-ACT-15] [AE-APPROVE-09] [AE-APPROVAL-01] [AE-APPROVAL-07]
  it("lets another person decide too", async () => {
    const { company, one, two, first, refId } = await aRun("ALL");
    const added = company.user();

    const approval = await engine.approvals.create(one, { taskId: first, approverId: added.userId });

    expect(approval).toMatchObject({
      taskId: first,
      approverId: added.userId,
      status: "PENDING",
      archived: false,
    });
    expect((await records.tasks(refId))[0]?.involvedIds).toContain(added.userId);
    await engine.decideApproval(one, { taskId: first, ...approve });
    await engine.decideApproval(two, { taskId: first, ...approve });
    expect((await records.tasks(refId))[0]).toMatchObject({ status: "AWAITING_APPROVAL" });
    await engine.decideApproval(added, { taskId: first, ...approve });
    expect((await records.tasks(refId))[0]).toMatchObject({ status: "APPROVED" });
  });

  it("is refused for oneself, to outsiders, and on stages that are not active [AE-ACT-15]", async () => {
    const { company, one, submitter, first, second } = await aRun();
    const approverId = newId();
    const before = await countAll(store);
    const add = async (caller: typeof one, taskId: string, approver = approverId) =>
      engine.approvals.create(caller, { taskId, approverId: approver });
    const admin = company.user({ privileged: true });
    await expect(add(admin, first, admin.userId)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(add(submitter, first)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(add(one, second)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(add(one, first, one.userId)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(add(aCompany().user({ privileged: true }), first)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await countAll(store)).toBe(before);
    await add(admin, first);
    await add(admin, second);
  });

  it("never records a verdict [AE-ACT-14]", async () => {
    const { one, first } = await aRun();
    const forged = { status: "APPROVED", archived: true, statusUpdateDate: 1, remark: "Yes" };
    const approval = await engine.approvals.create(one, { taskId: first, approverId: newId(), ...forged });
    expect(approval).toMatchObject({ status: "PENDING", archived: false });
    expect(approval).not.toHaveProperty("statusUpdateDate");
    expect(approval).not.toHaveProperty("remark");
  });

  it("and the last verdict at the same moment leave a consistent stage", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { company, one, two, first, refId } = await aRun("ALL");
      await engine.decideApproval(one, { taskId: first, ...approve });
      const admin = company.user({ privileged: true });
      const [verdict, addition] = await Promise.allSettled([
        engine.decideApproval(two, { taskId: first, ...approve }),
        engine.approvals.create(admin, { taskId: first, approverId: newId() }),
      ]);
      expect(verdict.status).toBe("fulfilled");
      const [task] = await records.tasks(refId);
      // Either the addition came first and the stage waits for it, or it was refused.
      expect(task?.status).toBe(addition.status === "fulfilled" ? "AWAITING_APPROVAL" : "APPROVED");
    }
  });
});

describe("changing an approval", () => {
  it("lets the approver draft the remark [AE-ACT-04]", async () => {
    const { one, two, first } = await aRun();
    const [own] = await records.approvals(first);
    const approvalId = own?._id ?? "";
    expect(await engine.approvals.update(one, approvalId, { remark: "Asked HR" })).toMatchObject({
      remark: "Asked HR",
      status: "AWAITING_APPROVAL",
    });
    await expect(engine.approvals.update(two, approvalId, { remark: "x" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("never writes status, archived, taskId, approverId or a recorded verdict [AE-ACT-14]", async () => {
    const { one, first } = await aRun();
    const [own] = await records.approvals(first);
    const approvalId = own?._id ?? "";
    const rewrite = {
      status: "APPROVED",
      archived: true,
      taskId: newId(),
      approverId: newId(),
      statusUpdateDate: 1,
    };
    await engine.approvals.update(one, approvalId, { documentCode: "X", ...rewrite });
    const [unchanged] = await records.approvals(first);
    expect(unchanged).toMatchObject({
      documentCode: "X",
      status: "AWAITING_APPROVAL",
      approverId: one.userId,
    });

    await engine.decideApproval(one, { taskId: first, ...approve, remark: "Fine" });
    await expect(engine.approvals.update(one, approvalId, { remark: "Or not" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });
});

describe("removing an approval", () => {
  it("takes a person off the active task [AE-ACT-05] [AE-ACT-15]", async () => {
    const { company, one, two, first, refId } = await aRun("ALL");
    const [, other] = await records.approvals(first);
    await engine.approvals.remove(company.user({ privileged: true }), other?._id ?? "");
    expect((await records.tasks(refId))[0]?.involvedIds).not.toContain(two.userId);
    await expect(engine.decideApproval(two, { taskId: first, ...approve })).rejects.toMatchObject({
      code: "APPROVAL_NOT_ACTIONABLE",
    });
    await engine.decideApproval(one, { taskId: first, ...approve });
    expect((await records.tasks(refId))[0]).toMatchObject({ status: "APPROVED" });
  });

  it("is refused for one's own, for a verdict, and for the last who can decide [AE-ACT-14] [AE-ACT-15]", async () => {
    const { company, one, two, first } = await aRun("ALL");
    const [own, other] = await records.approvals(first);
    const [ownId, otherId] = [own?._id ?? "", other?._id ?? ""];
    const admin = company.user({ privileged: true });
    await expect(engine.approvals.remove(one, ownId)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(engine.approvals.remove(company.user(), ownId)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(engine.approvals.remove(aCompany().user(), ownId)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await engine.decideApproval(one, { taskId: first, ...approve });
    await expect(engine.approvals.remove(two, ownId)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(engine.approvals.remove(admin, ownId)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(engine.approvals.remove(admin, otherId)).rejects.toMatchObject({ code: "CONFLICT" });
  });
});
