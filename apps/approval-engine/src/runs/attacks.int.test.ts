import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { aLoan } from "../../test/staffed-company.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const byParticipants = await engineOn(store, { rules: { hrTakeOver: "participants" } });
const records = recordsOf(store);

const approve = { status: "APPROVED" };
const NOT_ACTIONABLE = { code: "APPROVAL_NOT_ACTIONABLE" };
const FORBIDDEN = { code: "FORBIDDEN" };

const statusesOf = async (refId: string) => (await records.tasks(refId)).map(({ status }) => status);

describe("the employee whose loan a colleague submitted", () => {
  it("does not take over its approval, by default settings [SAFE-4]", async () => {
    const { refId, first, beneficiary } = await aLoan(engine, store);
    await expect(engine.actionApproval(beneficiary, first, approve)).rejects.toMatchObject(NOT_ACTIONABLE);
    expect(await statusesOf(refId)).toEqual(["AWAITING_APPROVAL", "PENDING", "PENDING"]);
  });

  it("does not as a privileged user, nor by rejecting [SAFE-4]", async () => {
    const { first, beneficiary } = await aLoan(engine, store);
    const privileged = { ...beneficiary, privileged: true };
    for (const status of ["APPROVED", "REJECTED"]) {
      await expect(engine.actionApproval(privileged, first, { status })).rejects.toMatchObject(
        NOT_ACTIONABLE,
      );
    }
  });

  it("is not added as an approver, nor is the colleague [SAFE-3]", async () => {
    const { first, beneficiary, clerk, manager, admin } = await aLoan(engine, store);
    for (const caller of [manager, admin]) {
      for (const { userId: approverId } of [beneficiary, clerk]) {
        const addition = engine.approvals.create(caller, { taskId: first, approverId });
        await expect(addition).rejects.toMatchObject({ ...FORBIDDEN, field: "approverId" });
      }
    }
  });
});

/** A loan whose first stage asks an accomplice too. */
async function withAccomplice() {
  const loan = await aLoan(engine, store);
  const accomplice = loan.company.user();
  const { _id } = await engine.approvals.create(loan.manager, {
    taskId: loan.first,
    approverId: accomplice.userId,
  });
  return { ...loan, accomplice, rowId: _id };
}

describe("an accomplice whom an approver added", () => {
  it("does not take over the stages to come [SAFE-3]", async () => {
    const { first, second, accomplice, head, manager } = await withAccomplice();
    await byParticipants.actionApproval(accomplice, first, approve);
    await byParticipants.actionApproval(manager, first, approve);
    await expect(byParticipants.actionApproval(accomplice, second, approve)).rejects.toMatchObject(
      NOT_ACTIONABLE,
    );
    await byParticipants.actionApproval(head, second, approve);
  });

  it("does not after a return asked them once more [SAFE-3]", async () => {
    const { refId, first, second, manager, head, company } = await aLoan(engine, store);
    const accomplice = company.user();
    await byParticipants.actionApproval(manager, first, approve);
    await engine.approvals.create(head, { taskId: second, approverId: accomplice.userId });
    await byParticipants.actionApproval(accomplice, second, { status: "REJECTED" });
    await expect(byParticipants.actionApproval(accomplice, first, approve)).rejects.toMatchObject(
      NOT_ACTIONABLE,
    );
    const requeued = (await records.tasks(refId)).at(-1)?._id ?? "";
    const rows = await records.approvals(requeued);
    expect(rows.map(({ approverId, addedByHand }) => [approverId, addedByHand])).toEqual([
      [head.userId, undefined],
      [accomplice.userId, true],
    ]);
  });
});

/** A document whose one stage asks all three of a board. */
async function aBoard() {
  const company = aCompany();
  const [one, two, three] = [company.user(), company.user(), company.user()];
  const stages = stagesOf({ approvers: [one, two, three], approveBy: "ALL" });
  const { refId, tasks } = await submitNew(engine, company.user(), stages);
  const taskId = tasks[0]?._id ?? "";
  const rows = (await records.approvals(taskId)).map(({ _id }) => _id);
  return { admin: company.user({ privileged: true }), one, two, three, refId, taskId, rows };
}

describe("an approver of an ALL stage", () => {
  it("does not remove the others [SAFE-3]", async () => {
    const { one, rows, refId, taskId } = await aBoard();
    const [, second = "", third = ""] = rows;
    for (const row of [second, third]) {
      await expect(engine.approvals.remove(one, row)).rejects.toMatchObject(FORBIDDEN);
    }
    await engine.decideApproval(one, { taskId, ...approve });
    expect(await statusesOf(refId)).toEqual(["AWAITING_APPROVAL"]);
  });

  it("loses another one to a privileged user only, and a verdict completes the stage, never a removal [SAFE-3]", async () => {
    const { admin, one, two, rows, refId, taskId } = await aBoard();
    const [, second = "", third = ""] = rows;
    await engine.decideApproval(one, { taskId, ...approve });
    await engine.approvals.remove(admin, third);
    await expect(engine.approvals.remove(admin, second)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await statusesOf(refId)).toEqual(["AWAITING_APPROVAL"]);
    await engine.decideApproval(two, { taskId, ...approve });
    expect(await statusesOf(refId)).toEqual(["APPROVED"]);
  });

  it("and a removal at the same moment leave somebody who can decide [SAFE-3]", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { admin, one, two, three, rows, refId, taskId } = await aBoard();
      await engine.decideApproval(one, { taskId, ...approve });
      const [verdict, removal] = await Promise.allSettled([
        engine.decideApproval(two, { taskId, ...approve }),
        engine.approvals.remove(admin, rows[2] ?? ""),
      ]);
      expect(verdict.status).toBe("fulfilled");
      // Either the removal came first, or it was refused because it would have removed the last who can decide.
      const removed = removal.status === "fulfilled";
      expect(await statusesOf(refId)).toEqual([removed ? "APPROVED" : "AWAITING_APPROVAL"]);
      if (!removed) await engine.decideApproval(three, { taskId, ...approve });
      expect(await statusesOf(refId)).toEqual(["APPROVED"]);
    }
  });
});

describe("anybody of the company", () => {
  it("neither relabels nor deletes tasks and approvals of others [SAFE-5]", async () => {
    const { refId, first, company, manager } = await aLoan(engine, store);
    const outsider = company.user();
    const [row] = await records.approvals(first);
    const relabelled = [
      engine.tasks.update(outsider, first, { ref: "LN-2", title: "Lunch" }),
      engine.approvals.update(outsider, row?._id ?? "", { documentCode: "X" }),
    ];
    await Promise.all(relabelled.map((attempt) => expect(attempt).rejects.toMatchObject(FORBIDDEN)));
    await engine.decideApproval(manager, { taskId: first, status: "REJECTED" });
    for (const caller of [outsider, manager]) {
      await expect(engine.tasks.remove(caller, first)).rejects.toMatchObject(FORBIDDEN);
    }
    expect(await records.tasks(refId)).toHaveLength(3);
    expect((await records.tasks(refId))[0]).toMatchObject({ ref: "LN-1", deletedAt: null });
  });
});
