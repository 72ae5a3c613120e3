import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

it("archives the active task and those to come [AE-CANCEL-01] [AE-CANCEL-02] [AE-CANCEL-03]", async () => {
  const company = aCompany();
  const [submitter, one, two] = [company.user(), company.user(), company.user()];
  const { refId, tasks } = await submitNew(engine, submitter, stagesOf([one], [two], [two]));
  await engine.decideApproval(one, { taskId: tasks[0]?._id ?? "", status: "APPROVED" });

  expect(await engine.cancelDocument(submitter, { refId })).toBe(2);

  const after = await records.tasks(refId);
  const archived = { status: "ARCHIEVED", archived: true };
  expect(after).toMatchObject([{ status: "APPROVED", archived: false }, archived, archived]);
  for (const { _id } of after.slice(1)) {
    expect(await records.approvals(_id)).toMatchObject([{ archived: true, taskStatus: "ARCHIEVED" }]);
  }
  const subjects = (await records.outbox(refId)).map(({ subject }) => subject);
  expect(subjects).not.toEqual([]);
  expect(subjects.join()).not.toContain(".outcome.");
  expect(await records.audit(refId)).toMatchObject([{ action: "submit" }, { action: "cancel" }]);
});

it("makes the document free for another run, and a second cancel does nothing", async () => {
  const company = aCompany();
  const [submitter, approver] = [company.user(), company.user()];
  const { refId, tasks } = await submitNew(engine, submitter, stagesOf([approver]));
  await engine.cancelDocument(submitter, { refId });

  expect(await engine.cancelDocument(submitter, { refId })).toBe(0);
  const late = engine.decideApproval(approver, { taskId: tasks[0]?._id ?? "", status: "APPROVED" });
  await expect(late).rejects.toMatchObject({ code: "APPROVAL_NOT_ACTIONABLE" });
  await submitNew(engine, submitter, stagesOf([approver]), { refId });
});

it("leaves another company's document alone [CT-AUTH-10]", async () => {
  const company = aCompany();
  const { refId } = await submitNew(engine, company.user(), stagesOf([company.user()]));
  expect(await engine.cancelDocument(aCompany().user(), { refId })).toBe(0);
  expect(await records.tasks(refId)).toMatchObject([{ status: "AWAITING_APPROVAL" }]);
});

it("of a document that was never submitted does nothing", async () => {
  expect(await engine.cancelDocument(aCompany().user(), { refId: newId() })).toBe(0);
});

it("leaves runs of other owners alone [SAFE-1]", async () => {
  const company = aCompany();
  const submitter = company.user();
  const { refId } = await submitNew(engine, submitter, stagesOf([company.user()]));
  expect(await engine.cancelDocument(submitter, { refId }, "inventory")).toBe(0);
  expect(await records.tasks(refId)).toMatchObject([{ status: "AWAITING_APPROVAL" }]);
  expect(await engine.cancelDocument(submitter, { refId }, "hr")).toBe(1);
});
