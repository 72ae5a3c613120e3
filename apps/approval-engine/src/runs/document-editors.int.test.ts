import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

const REFUSED = { code: "FORBIDDEN", message: "Separation of duties: editorIds" };

/** A document whose one stage asks Ann and Bob, and that Ann has written. */
async function writtenByAnn() {
  const company = aCompany();
  const [eve, ann, bob, cid] = [company.user(), company.user(), company.user(), company.user()];
  await engine.updateApprovalSettings(company.user({ privileged: true }), { onAmend: "KEEP_VERDICTS" });
  const document = { title: "Ten days", editorIds: [ann.userId] };
  const { refId, tasks } = await submitNew(engine, eve, stagesOf([ann, bob]), { document });
  const taskId = tasks[0]?._id ?? "";
  const approve = (who: Caller) => engine.decideApproval(who, { taskId, status: "APPROVED" });
  const amend = (editors: readonly Caller[]) =>
    engine.amendDocument(eve, {
      refId,
      document: { title: "Ten days", editorIds: editors.map(({ userId }) => userId) },
    });
  return { company, eve, ann, bob, cid, refId, taskId, approve, amend };
}

describe("the editors of a document", () => {
  it("are left out when its stage is asked, and keep their seat's reason [PPL-6]", async () => {
    const { ann, bob, refId, taskId, approve } = await writtenByAnn();
    expect(await records.approvals(taskId)).toMatchObject([
      { approverId: ann.userId, status: "NOT_NEEDED", leftOut: "editorIds" },
      { approverId: bob.userId, status: "AWAITING_APPROVAL" },
    ]);
    expect((await records.notifications(refId)).map(({ userId }) => userId)).toEqual([bob.userId]);
    const before = await countAll(store);
    await expect(approve(ann)).rejects.toMatchObject(REFUSED);
    expect(await countAll(store)).toBe(before);
    await approve(bob);
    expect((await records.outbox(refId)).at(-1)?.subject).toBe("approval.outcome.hr.Leave.completed");
  });

  it("keep a document from a stage that has nobody else [PPL-6]", async () => {
    const company = aCompany();
    const [eve, ann] = [company.user(), company.user()];
    const before = await countAll(store);
    const document = { editorIds: [ann.userId] };
    await expect(submitNew(engine, eve, stagesOf([ann]), { document })).rejects.toMatchObject({
      message: `Stage "Stage 1" has nobody who can decide: ${ann.userId} changed the document`,
    });
    expect(await countAll(store)).toBe(before);
  });

  it("decide no more once the document names them, and again once it names others [PPL-6] [DOC-3]", async () => {
    const { bob, cid, eve, refId, taskId, approve, amend } = await writtenByAnn();
    expect(await amend([bob])).toMatchObject({ revision: 2 });
    await expect(approve(bob)).rejects.toMatchObject(REFUSED);
    expect(await amend([bob])).toMatchObject({ revision: 2 });
    expect(await amend([cid])).toMatchObject({ revision: 3 });
    await approve(bob);
    const shown = await records.list<{ revision: number; editorIds: string[] }>("workflow_documents", {});
    expect(shown.filter(({ editorIds }) => editorIds?.[0] === bob.userId)).toMatchObject([{ revision: 2 }]);
    expect(await records.tasks(refId)).toMatchObject([
      { _id: taskId, document: { editorIds: [cid.userId, eve.userId] } },
    ]);
  });

  it("are not asked by a reassignment or beside others either [PPL-6] [PPL-7]", async () => {
    const { company, bob, cid, taskId, amend } = await writtenByAnn();
    const companyId = toObjectId(company.companyId);
    await store.db.collection("users").insertOne({ _id: toObjectId(cid.userId), companyId, name: "Cid" });
    await amend([cid]);
    const reason = "on leave";
    const before = await countAll(store);
    const reassigned = engine.seats.reassign(bob, { taskId, toUserId: cid.userId, reason });
    await expect(reassigned).rejects.toMatchObject(REFUSED);
    const admin = company.user({ privileged: true });
    const added = engine.seats.addApprover(admin, {
      taskId,
      userId: cid.userId,
      position: "PARALLEL",
      reason,
    });
    await expect(added).rejects.toMatchObject(REFUSED);
    expect(await countAll(store)).toBe(before);
  });

  it("are named by the service that owns the document, never by a person's input [PPL-6]", async () => {
    const { ann, eve, bob, refId } = await writtenByAnn();
    const { as } = await useReplica(store, useBus());
    const shown = await as(bob).get(
      `query ($refId: ID!) { documentRevisions(refId: $refId) { document { editorIds } } }`,
      { refId },
    );
    expect(shown).toEqual({ documentRevisions: [{ document: { editorIds: [ann.userId] } }] });
    const { errors = [] } = await as(eve).ask(
      `mutation ($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }`,
      { input: { document: { editorIds: [bob.userId] } } },
    );
    expect(errors.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('Field "editorIds" is not defined by type "ApprovalDocumentInput"'),
    );
  });
});
