import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

type OnAmend = "REFUSE" | "ASK_AGAIN" | "KEEP_VERDICTS";

const LONG = { title: "Ten days at sea", amount: "10", currency: "EUR" };
const SHORT = { title: "Two days at sea", amount: "2", currency: "EUR" };
const NO_RUN = { code: "NOT_FOUND", message: "There is no approval in progress for this document" };

const letAmend = async (company: { user(fields: Partial<Caller>): Caller }, onAmend: OnAmend) =>
  engine.updateApprovalSettings(company.user({ privileged: true }), { onAmend });

const documentsOf = (refId: string) =>
  records.list<{ revision: number; title?: string; note?: string; actorId: string }>("workflow_documents", {
    refId: toObjectId(refId),
  });
const verdictsOf = async (tasks: readonly { _id: string }[]) =>
  (await Promise.all(tasks.map(({ _id }) => records.approvals(_id)))).flat().map(({ status }) => status);

/** A leave whose first of three stages is approved. */
async function aLeave(onAmend?: OnAmend) {
  const company = aCompany();
  const [eve, ann, bob, cid] = [
    company.user({ name: "Eve" }),
    company.user(),
    company.user(),
    company.user(),
  ];
  if (onAmend !== undefined) await letAmend(company, onAmend);
  const leave = { ref: "LV-1", document: LONG };
  const { refId, runId, tasks } = await submitNew(engine, eve, stagesOf([ann], [bob], [cid]), leave);
  const [first = ""] = tasks.map(({ _id }) => _id);
  await engine.decideApproval(ann, { taskId: first, status: "APPROVED" });
  const amend = (document: object = SHORT, note?: string) =>
    engine.amendDocument(eve, { refId, document, note });
  const messagesTo = async ({ userId }: Caller) =>
    (await records.notifications(refId)).filter((row) => row.userId === userId).map(({ message }) => message);
  return { company, eve, ann, bob, cid, refId, runId, tasks, amend, messagesTo };
}

describe("a changed document whose approval is in progress", () => {
  it.each([undefined, "REFUSE"] as const)(
    "is refused where the company's setting is %s, and nothing is written [DOC-3]",
    async (onAmend) => {
      const { amend } = await aLeave(onAmend);
      const before = await countAll(store);
      await expect(amend()).rejects.toMatchObject({
        code: "CONFLICT",
        message: "Document cannot be changed while its approval is in progress",
      });
      expect(await countAll(store)).toBe(before);
    },
  );

  it("is asked about again from the first stage where the setting is ASK_AGAIN [DOC-3]", async () => {
    const { eve, ann, bob, cid, refId, runId, amend, messagesTo } = await aLeave("ASK_AGAIN");
    const answer = await amend(SHORT, "the boat is leaking");
    const tasks = await records.tasks(refId);
    expect(answer).toEqual({
      refId,
      runId,
      kind: "Leave",
      revision: 2,
      tasks: tasks.map(({ _id, orderNo, stageName, status }) => ({ _id, orderNo, stageName, status })),
    });
    expect(tasks.map(({ status }) => status)).toEqual(["AWAITING_APPROVAL", "PENDING", "PENDING"]);
    expect(await verdictsOf(tasks)).toEqual(["AWAITING_APPROVAL", "PENDING", "PENDING"]);
    expect((await messagesTo(ann)).at(-1)).toBe(
      "LV-1 was changed: the boat is leaking — awaiting your approval again",
    );
    expect((await messagesTo(eve)).at(-1)).toBe("LV-1 was changed: the boat is leaking");
    expect((await messagesTo(cid)).at(-1)).toBeUndefined();

    for (const [index, approver] of [ann, bob, cid].entries()) {
      const taskId = tasks[index]?._id ?? "";
      await engine.decideApproval(approver, { taskId, status: "APPROVED" });
    }
    expect((await records.outbox(refId)).at(-1)).toMatchObject({
      subject: "approval.outcome.hr.Leave.completed",
      data: { data: { revision: 2 } },
    });
  });

  it("keeps its verdicts where the setting is KEEP_VERDICTS [DOC-3]", async () => {
    const { ann, bob, refId, amend, messagesTo } = await aLeave("KEEP_VERDICTS");
    const { revision } = await amend();
    expect(revision).toBe(2);
    const tasks = await records.tasks(refId);
    expect(tasks.map(({ status }) => status)).toEqual(["APPROVED", "AWAITING_APPROVAL", "PENDING"]);
    expect(await verdictsOf(tasks)).toEqual(["APPROVED", "AWAITING_APPROVAL", "PENDING"]);
    for (const approver of [ann, bob]) expect((await messagesTo(approver)).at(-1)).toBe("LV-1 was changed");
  });

  it.each(["ASK_AGAIN", "KEEP_VERDICTS"] as const)(
    "has a new revision, to which every task of the run refers, archived ones too: %s [DOC-3]",
    async (onAmend) => {
      const { eve, bob, refId, amend } = await aLeave(onAmend);
      const [, second] = await records.tasks(refId);
      await engine.decideApproval(bob, { taskId: second?._id ?? "", status: "REJECTED" });
      await amend(SHORT, "the boat is leaking");
      expect(await documentsOf(refId)).toMatchObject([
        { revision: 1, title: LONG.title, actorId: eve.userId },
        { revision: 2, title: SHORT.title, actorId: eve.userId, note: "the boat is leaking" },
      ]);
      const tasks = await records.tasks(refId);
      expect(tasks).toHaveLength(4);
      expect(new Set(tasks.map(({ document }) => document?.revision))).toEqual(new Set([2]));
    },
  );

  it("is in the history, in the audit trail and in the messages about it [DOC-3]", async () => {
    const { eve, ann, refId, runId, amend } = await aLeave("ASK_AGAIN");
    await amend(SHORT, "the boat is leaking");
    const [last] = (await records.events(refId)).slice(-1);
    expect(last).toMatchObject({
      event: "AMENDED",
      runId,
      actorId: eve.userId,
      targetIds: [eve.userId, ann.userId],
      metadata: { remark: "the boat is leaking", actorName: "Eve", revision: 2, stageName: "Stage 1" },
    });
    expect(last).not.toHaveProperty("askedAgainIds");
    expect((await records.audit(refId)).at(-1)).toMatchObject({
      action: "amend",
      entity: "document",
      details: { runId, revision: 2 },
    });
    const messages = (await records.outbox(refId)).filter(({ data }) => data["data"].title === SHORT.title);
    expect(messages.map(({ subject }) => subject)).toEqual([
      `approval.notification.hr.${eve.userId}`,
      `approval.notification.hr.${ann.userId}`,
    ]);
  });

  it("changes nothing with the same document again, whatever the setting is then [DOC-3]", async () => {
    const { company, amend } = await aLeave("ASK_AGAIN");
    const answer = await amend();
    await letAmend(company, "REFUSE");
    const before = await countAll(store);
    expect(await amend()).toEqual(answer);
    expect(await countAll(store)).toBe(before);
  });

  it("counts on through the document's runs, and from nothing where there was no document [DOC-3]", async () => {
    const { eve, bob, refId, amend, company } = await aLeave("KEEP_VERDICTS");
    await amend();
    await engine.cancelDocument(eve, { refId });
    await submitNew(engine, eve, stagesOf([bob]), { refId });
    expect(await amend(SHORT)).toMatchObject({ revision: 3 });
    const bare = await submitNew(engine, eve, stagesOf([company.user()]));
    expect(await engine.amendDocument(eve, { refId: bare.refId, document: SHORT })).toMatchObject({
      revision: 1,
    });
  });

  it.each([
    ["a document that was never submitted", async () => ({ ...(await aLeave("ASK_AGAIN")), refId: newId() })],
    [
      "a cancelled one",
      async () => {
        const leave = await aLeave("ASK_AGAIN");
        await engine.cancelDocument(leave.eve, { refId: leave.refId });
        return leave;
      },
    ],
    ["another company's", async () => ({ ...(await aLeave("ASK_AGAIN")), eve: aCompany().user() })],
    ["another owner's", async () => ({ ...(await aLeave("ASK_AGAIN")), owner: "inventory" })],
    ["one of a company that refuses", async () => ({ ...(await aLeave()), refId: newId() })],
  ])("is not found: %s [DOC-3]", async (_case, scene) => {
    const { eve, refId, owner } = { owner: undefined, ...(await scene()) };
    const before = await countAll(store);
    await expect(engine.amendDocument(eve, { refId, document: SHORT }, owner)).rejects.toMatchObject(NO_RUN);
    expect(await countAll(store)).toBe(before);
  });

  it.each([
    ["document", undefined],
    ["document.title", { title: "\u202Etxt.exe" }],
    ["document.amount", { amount: "1e3", currency: "EUR" }],
    ["document.currency", { amount: "1" }],
  ])("is refused by its field: %s [DOC-3]", async (field, document) => {
    const { eve, refId } = await aLeave("ASK_AGAIN");
    const before = await countAll(store);
    const amended = engine.amendDocument(eve, { refId, document });
    await expect(amended).rejects.toMatchObject({ code: "INVALID_INPUT", field });
    expect(await countAll(store)).toBe(before);
  });
});

describe("an order that changes while its approval is in progress", () => {
  const { aCompanyWithWorkflow, approve } = orderFixture(store, engine);

  /** An order that has grown beyond what was submitted. */
  async function aGrownOrder(onAmend: OnAmend) {
    const scene = await aCompanyWithWorkflow();
    await letAmend(scene.company, onAmend);
    await scene.threshold();
    const order = anOrder();
    await scene.add(order);
    await engine.orderCreated({ ...scene.submitter, isService: true }, order);
    const ofOrder = { _id: toObjectId(order._id) };
    await store.db.collection("orders").updateOne(ofOrder, { $set: { totalAmount: 5_000 } });
    await engine.amendDocument(scene.submitter, { refId: order._id, document: LONG });
    await approve([scene.one, scene.two], order._id);
    return () => engine.assertPostable(scene.companyId, order._id);
  }

  it("is approved with its present terms once everybody is asked again [DOC-3] [SAFE-1]", async () => {
    await expect((await aGrownOrder("ASK_AGAIN"))()).resolves.toBeUndefined();
  });

  it("is approved with the terms that were submitted where verdicts stay [DOC-3] [SAFE-1]", async () => {
    await expect((await aGrownOrder("KEEP_VERDICTS"))()).rejects.toMatchObject({
      code: "POSTING_NEEDS_APPROVAL",
    });
  });
});
