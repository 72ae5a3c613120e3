import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { recordsOf, stagesOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus(), { submissionFailed: () => undefined });
const records = recordsOf(store);
const { aCompanyWithWorkflow, approve, start } = orderFixture(store, engine);

const REFUSAL = {
  code: "POSTING_NEEDS_APPROVAL",
  message: "This order requires approval before it can be posted",
};
const PAGE = `query Failed($input: FailedSubmissionPageInput) {
  failedSubmissionPage(input: $input) { total data { refId ref kind workflowId reason german: reason(locale: "de") at } } }`;
interface Page {
  total: number;
  data: { refId: string; reason: string }[];
}
const failedOf = async (caller: Caller, input?: object): Promise<Page> =>
  (await as(caller).get<{ failedSubmissionPage: Page }>(PAGE, { input })).failedSubmissionPage;

/** A company with a default workflow of one clerk beside the one that its threshold requires, and a stored order. */
async function aScene(totalAmount = 18_500) {
  const scene = await aCompanyWithWorkflow();
  const { company, companyId, submitter, workflowId, workflowOf, configure } = scene;
  const clerk = company.user();
  const defaultId = await workflowOf("Default", [clerk]);
  const byDefault = { transactionType: "SalesOrder", workflowId: toObjectId(defaultId) };
  await configure({ defaultWorkflows: [byDefault] });
  await scene.threshold();
  const order = anOrder({ totalAmount });
  await scene.add(order);
  const created = async () => engine.orderCreated(submitter, order);
  const post = async () => engine.assertPostable(companyId, order._id);
  const outcome = async () =>
    (await records.outbox(order._id))
      .filter(({ subject }) => subject.startsWith("approval.outcome."))
      .map(({ subject, data }) => [subject.split(".").at(-1), data["data"].origin])
      .at(-1);
  const decide = async (by: Caller, status: "APPROVED" | "REJECTED") => {
    const active = (await records.tasks(order._id)).findLast((task) => task.status === "AWAITING_APPROVAL");
    await engine.decideApproval(by, { taskId: active?._id ?? "", status });
  };
  return { ...scene, clerk, defaultId, order, created, post, outcome, decide, named: workflowId };
}
type Scene = Awaited<ReturnType<typeof aScene>>;

/** Everybody who decides in the workflow has left. */
const leave = async ({ companyId, one, two }: Scene) =>
  store.db.collection("users").insertMany(
    [one, two].map(({ userId }) => ({
      _id: toObjectId(userId),
      companyId: toObjectId(companyId),
      name: "Helen Ortiz",
      active: false,
    })),
  );

describe("a required submission that fails", () => {
  it.each<[string, (scene: Scene) => Promise<unknown>]>([
    ["whose approvers have left", leave],
    [
      "whose only approver is its creator, who never decides",
      async ({ admin, submitter, threshold, workflowOf }) => {
        await engine.updateApprovalSettings(admin, { submitterNeverDecides: true });
        await threshold({ workflowId: await workflowOf("Own", [submitter]) });
      },
    ],
    ["that is gone", async ({ admin, workflowId }) => engine.workflows.remove(admin, workflowId)],
  ])(
    "to a workflow %s never falls to the default workflow, and says why in each language [SAFE-10] [TEXT-1]",
    async (_what, spoil) => {
      const scene = await aScene();
      await spoil(scene);
      const { order, created, post, admin, submitter } = scene;
      const answer = await created();
      expect(answer).toEqual({ required: true, workflowId: expect.any(String) });
      expect(await records.tasks(order._id)).toEqual([]);
      await expect(post()).rejects.toMatchObject(REFUSAL);
      const { total, data } = await failedOf(admin);
      expect(total).toBe(1);
      const { workflowId } = answer as { workflowId: string };
      const listed = { refId: order._id, ref: "SO-1", kind: "SalesOrder", workflowId };
      expect(data).toEqual([
        {
          ...listed,
          reason: expect.stringMatching(/\w/u),
          german: expect.stringMatching(/Stufe|Ablauf/u),
          at: expect.any(String),
        },
      ]);
      expect(data[0]?.reason).not.toBe("Internal error");
      expect((await as(submitter).ask(PAGE)).errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    },
  );

  it("is listed once however often it is tried, page by page, and for its own company only [SAFE-10]", async () => {
    const scene = await aScene();
    await leave(scene);
    const { submitter, admin, add, created } = scene;
    await created();
    await created();
    const later = anOrder({ totalAmount: 20_000 });
    await add(later);
    await engine.orderCreated(submitter, later);
    const [newest, oldest] = [await failedOf(admin, { take: 1 }), await failedOf(admin, { skip: 1 })];
    expect([newest.total, newest.data.map(({ refId }) => refId)]).toEqual([2, [later._id]]);
    expect(oldest.data.map(({ refId }) => refId)).toEqual([scene.order._id]);
    const elsewhere = await aCompanyWithWorkflow();
    expect(await failedOf(elsewhere.admin)).toEqual({ total: 0, data: [] });
  });

  it("leaves the list when a privileged user starts its run, for its creator, which then opens posting [SAFE-10]", async () => {
    const scene = await aScene();
    const { admin, named, order, submitter, created, post, one, two, outcome } = scene;
    await leave(scene);
    await created();
    await store.db.collection("users").updateMany({ active: false }, { $set: { active: true } });
    await start(admin, order._id, named);
    expect(await failedOf(admin)).toEqual({ total: 0, data: [] });
    expect(await records.tasks(order._id)).toMatchObject([
      { submitterId: submitter.userId, ref: "SO-1" },
      { submitterId: submitter.userId },
    ]);
    await approve([one, two], order._id);
    await post();
    expect(await outcome()).toEqual(["completed", "evaluation"]);
  });

  it("stays listed while only other runs are started on its id [SAFE-10]", async () => {
    const scene = await aScene();
    const { admin, order, submitter, created, company, workflowOf } = scene;
    await leave(scene);
    await created();
    const own = await workflowOf("Own", [submitter]);
    await start(company.user(), order._id, own, "Leave");
    await start(submitter, order._id, own);
    expect((await failedOf(admin)).total).toBe(1);
  });

  it("leaves the list when it is tried again, and when its owner cancels the order [SAFE-10]", async () => {
    const scene = await aScene();
    const { admin, companyId, submitter, order, add, created } = scene;
    await leave(scene);
    await created();
    const other = anOrder({ totalAmount: 20_000 });
    await add(other);
    await engine.orderCreated(submitter, other);
    await store.db.collection("users").updateMany({ active: false }, { $set: { active: true } });
    await engine.orderCreated(submitter, other);
    expect((await failedOf(admin)).data.map(({ refId }) => refId)).toEqual([order._id]);
    const cancel = { companyId, refId: order._id, actorId: submitter.userId };
    const event = { specversion: "1.0" as const, source: "/test", type: "approval.command.cancel" as const };
    await engine.handleCancelCommand({ ...event, id: newId(), data: cancel }, "inventory");
    expect((await failedOf(admin)).total).toBe(0);
  });
});

describe("where approval is required", () => {
  it("the default workflow's completed run opens nothing, by posting or by its outcome [SAFE-10]", async () => {
    const { configure, created, order, clerk, outcome, post } = await aScene();
    await configure({ approvalThresholdsEnabled: false });
    await created();
    await configure({ approvalThresholdsEnabled: true });
    await approve([clerk], order._id);
    await expect(post()).rejects.toMatchObject(REFUSAL);
    expect(await outcome()).toEqual(["completed", "person"]);
  });

  it("neither does an owner's run of stages of its own [SAFE-10]", async () => {
    const { company, order, one, outcome, post, submitter } = await aScene();
    const service = { ...company.user(), isService: true as const };
    const submission = { refId: order._id, kind: "SalesOrder", submitterId: submitter.userId };
    await engine.submitDocument(service, { ...submission, dynamicStages: stagesOf([one]) });
    await approve([one], order._id);
    await expect(post()).rejects.toMatchObject(REFUSAL);
    expect(await outcome()).toEqual(["completed", "person"]);
  });

  it("the named workflow's run no longer counts once the order says more [SAFE-10]", async () => {
    const { created, order, one, two, outcome, post } = await aScene();
    await created();
    const raise = { $set: { totalAmount: 99_000 } };
    await store.db.collection("orders").updateOne({ _id: toObjectId(order._id) }, raise);
    await approve([one, two], order._id);
    await expect(post()).rejects.toMatchObject(REFUSAL);
    expect(await outcome()).toEqual(["completed", "person"]);
  });

  it("an order is evaluated by its record, not by what its announcement says [SAFE-10]", async () => {
    const { submitter, order, named } = await aScene();
    const answer = await engine.orderCreated(submitter, { ...order, totalAmount: 10 });
    expect(answer).toMatchObject({ required: true, workflowId: named });
    expect(await records.tasks(order._id)).toMatchObject([{ workflowId: named }, { workflowId: named }]);
  });
});

describe("a default workflow's run", () => {
  it("refuses posting while it is open, and opens it when it is completed [SAFE-10]", async () => {
    const { created, order, clerk, outcome, post } = await aScene(10);
    await created();
    await expect(post()).rejects.toMatchObject(REFUSAL);
    await approve([clerk], order._id);
    await post();
    expect(await outcome()).toEqual(["completed", "owner"]);
  });

  it.each(["rejected", "recalled"])(
    "refuses posting when it was %s, until another is completed [SAFE-10]",
    async (end) => {
      const { admin, created, submitter, defaultId, order, clerk, decide, post } = await aScene(10);
      await created();
      if (end === "rejected") await decide(clerk, "REJECTED");
      else await engine.recallDocument(admin, { refId: order._id, reason: "Wrong" });
      await expect(post()).rejects.toMatchObject(REFUSAL);
      await start(submitter, order._id, defaultId);
      await expect(post()).rejects.toMatchObject(REFUSAL);
      await decide(clerk, "APPROVED");
      await post();
    },
  );

  it("refuses an invoice of its order likewise [SAFE-10]", async () => {
    const { add, companyId, created, order, clerk } = await aScene(10);
    await created();
    const invoice = anOrder({ kind: "SalesInvoice", ref: "SI-1", totalAmount: 5 });
    await add(invoice, { orderId: toObjectId(order._id) });
    await expect(engine.assertPostable(companyId, invoice._id)).rejects.toMatchObject(REFUSAL);
    await approve([clerk], order._id);
    await engine.assertPostable(companyId, invoice._id);
  });

  it("binds nobody where the company's setting defaultWorkflowBinds is off [SAFE-10]", async () => {
    const { admin, created, clerk, decide, post } = await aScene(10);
    await engine.updateApprovalSettings(admin, { defaultWorkflowBinds: false });
    await created();
    await post();
    await decide(clerk, "REJECTED");
    await post();
  });

  it("that cannot be started leaves the order free and is not listed [SAFE-10]", async () => {
    const { admin, created, defaultId, post } = await aScene(10);
    await engine.workflows.remove(admin, defaultId);
    expect(await created()).toEqual({ required: false });
    await post();
    expect((await failedOf(admin)).total).toBe(0);
  });
});
