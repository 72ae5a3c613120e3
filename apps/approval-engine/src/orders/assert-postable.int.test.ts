import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { engineOn, recordsOf } from "../../test/engine-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import type { OrderInput } from "./inputs.ts";

const store = await useTestStore();
const engine = await engineOn(store, { rules: { definitionsRequirePrivileged: true } });
const records = recordsOf(store);
const { aCompanyWithWorkflow, approve, start } = orderFixture(store, engine);

const REFUSAL = { code: "POSTING_NEEDS_APPROVAL" };

/** An order over its threshold, and a workflow in which nobody but its creator is asked. */
async function aScene() {
  const scene = await aCompanyWithWorkflow();
  await scene.threshold();
  const own = await scene.workflowOf("Own", [scene.submitter]);
  const order = anOrder();
  const post = () => engine.assertPostable(scene.companyId, order._id);
  const reject = async (refId: string) => {
    const [active] = await records.tasks(refId);
    await engine.decideApproval(scene.one, { taskId: active?._id ?? "", status: "REJECTED" });
  };
  /** The attack: the creator of the order alone approves a run on its id. */
  const approveAlone = async (...kind: ["SalesQuotation"] | []) => {
    await start(scene.submitter, order._id, own, ...kind);
    await approve([scene.submitter], order._id);
  };
  return { ...scene, order, own, post, reject, approveAlone };
}

describe("posting passes over", () => {
  it("a run that somebody starts after a rejection, with any stored workflow [SAFE-1]", async () => {
    const { add, order, submitter, reject, approveAlone, post } = await aScene();
    await add(order);
    await engine.orderCreated(submitter, order);
    await reject(order._id);
    await approveAlone();
    await expect(post()).rejects.toMatchObject(REFUSAL);
  });

  it("a run of another kind on the order's id, even with the workflow that is named [SAFE-1]", async () => {
    const { add, order, one, two, submitter, workflowId, approveAlone, post } = await aScene();
    await add(order);
    await start(submitter, order._id, workflowId, "PurchaseOrder");
    await approve([one, two], order._id);
    await approveAlone("SalesQuotation");
    await expect(post()).rejects.toMatchObject(REFUSAL);
  });

  it("a run that was planted on the id before the order was there [SAFE-1]", async () => {
    const { add, order, one, two, submitter, workflowId, approveAlone, post } = await aScene();
    await approveAlone();
    await start(submitter, order._id, workflowId);
    await approve([one, two], order._id);
    await add(order);
    await expect(post()).rejects.toMatchObject(REFUSAL);
    await engine.orderCreated(submitter, order);
    await expect(post()).rejects.toMatchObject(REFUSAL);
    await approve([one, two], order._id);
    await post();
  });

  it("a completed run that a rejected one followed [SAFE-1]", async () => {
    const { add, order, one, two, submitter, workflowId, post } = await aScene();
    await add(order);
    await engine.orderCreated(submitter, order);
    await approve([one, two], order._id);
    await start(submitter, order._id, workflowId);
    const open = (await records.tasks(order._id)).find(({ status }) => status === "AWAITING_APPROVAL");
    await engine.decideApproval(one, { taskId: open?._id ?? "", status: "REJECTED" });
    await expect(post()).rejects.toMatchObject(REFUSAL);
  });

  it.each<[string, Partial<OrderInput>]>([
    ["amount", { totalAmount: 9_000 }],
    ["discount", { discount: { valueType: "PERCENTAGE", value: 90 } }],
  ])("a completed run of an order whose %s was raised since [SAFE-1]", async (_what, raised) => {
    const { add, order, one, two, submitter, workflowId, post } = await aScene();
    await add(order);
    await engine.orderCreated(submitter, order);
    await approve([one, two], order._id);
    await post();
    await store.db.collection("orders").updateOne({ _id: toObjectId(order._id) }, { $set: raised });
    await expect(post()).rejects.toMatchObject(REFUSAL);
    await start(submitter, order._id, workflowId);
    await approve([one, two], order._id);
    await post();
  });

  it("a completed run of an order that is in another currency since [SAFE-1]", async () => {
    const { add, order, one, two, submitter, post } = await aScene();
    const inCurrency = (currency: string) =>
      store.db.collection("orders").updateOne({ _id: toObjectId(order._id) }, { $set: { currency } });
    await add(order);
    await inCurrency("JPY");
    await engine.orderCreated(submitter, order);
    await approve([one, two], order._id);
    await post();
    await inCurrency("EUR");
    await expect(post()).rejects.toMatchObject(REFUSAL);
  });

  it("a foreign run that is newer than the order's own completed one [SAFE-1]", async () => {
    const { add, order, one, two, own, submitter, post } = await aScene();
    await add(order);
    await engine.orderCreated(submitter, order);
    await approve([one, two], order._id);
    await start(submitter, order._id, own);
    await post();
  });
});

describe("posting counts", () => {
  it("a run that a person started with the workflow that the evaluation names [SAFE-1]", async () => {
    const { add, order, one, two, submitter, workflowId, reject, post } = await aScene();
    await add(order);
    await engine.orderCreated(submitter, order);
    await reject(order._id);
    await start(submitter, order._id, workflowId);
    await expect(post()).rejects.toMatchObject(REFUSAL);
    await approve([one, two], order._id);
    await post();
  });

  it("a run that the inventory owner submitted, but of no other workflow than the one named [SAFE-1] [SAFE-10]", async () => {
    const { add, order, one, two, workflowId, submitter, post } = await aScene();
    await add(order);
    const { companyId, userId: submitterId } = submitter;
    const stage = { name: "Buyer", order: 1, approveBy: "ANY" as const, approverIds: [one.userId] };
    const fields = { companyId, refId: order._id, kind: "SalesOrder" as const, submitterId };
    const submit = async (route: object) =>
      engine.handleSubmitCommand({
        specversion: "1.0",
        id: newId(),
        source: "/test",
        type: "approval.command.submit",
        data: { ...fields, ...route },
      });
    await submit({ dynamicStages: [stage] });
    await approve([one], order._id);
    await expect(post()).rejects.toMatchObject(REFUSAL);
    await submit({ workflowId });
    await approve([one, two], order._id);
    await post();
  });
});

describe("a new order", () => {
  it("starts its own run where a foreign one is open on its id, which is archived [SAFE-1]", async () => {
    const { add, order, own, submitter, workflowId } = await aScene();
    const planted = await start(submitter, order._id, own);
    await add(order);
    const { runId } = await engine.orderCreated(submitter, order);
    const tasks = await records.tasks(order._id);
    const statusOf = (id: string | undefined) => tasks.filter((task) => task.runId === id);
    expect(statusOf(planted.runId)).toMatchObject([{ status: "ARCHIEVED" }]);
    expect(statusOf(runId)).toMatchObject([{ workflowId, byOwner: true }, { workflowId }]);
    expect(await records.audit(order._id)).toMatchObject([
      { action: "submit" },
      { action: "cancel" },
      { action: "submit" },
    ]);
  });

  it("leaves a run with the named workflow alone that a person started [SAFE-1]", async () => {
    const { add, order, submitter, workflowId } = await aScene();
    await add(order);
    const { runId } = await start(submitter, order._id, workflowId);
    expect(await engine.orderCreated(submitter, order)).toEqual({ required: true, workflowId, runId });
    expect(await records.tasks(order._id)).toHaveLength(2);
  });

  it.each(["SalesOrder", "Leave"] as const)(
    "or leave is submitted by its owner although a person's %s run is open on its id [SAFE-1]",
    async (kind) => {
      const { company, order, one, own, submitter } = await aScene();
      const planted = await start(submitter, order._id, own, kind);
      const service = { ...company.user(), isService: true as const };
      const stage = { name: "Buyer", order: 1, approveBy: "ANY" as const, approverIds: [one.userId] };
      const document = { refId: order._id, kind: "SalesOrder" as const, submitterId: submitter.userId };
      const submission = { ...document, dynamicStages: [stage] };
      const { runId } = await engine.submitDocument(service, submission);
      const again = engine.submitDocument(service, submission);
      await expect(again).rejects.toMatchObject({ code: "RUN_ALREADY_OPEN" });
      expect(await records.tasks(order._id)).toMatchObject([
        { runId: planted.runId, status: "ARCHIEVED" },
        { runId, status: "AWAITING_APPROVAL" },
      ]);
    },
  );

  it("archives no run of another owner on its id [SAFE-1]", async () => {
    const { company, one, submitter, threshold } = await aCompanyWithWorkflow();
    await threshold();
    const service = { ...company.user(), isService: true as const };
    const stage = { name: "Manager", order: 1, approveBy: "ANY" as const, approverIds: [one.userId] };
    const leave = { refId: newId(), kind: "Leave" as const, submitterId: submitter.userId };
    await engine.submitDocument(service, { ...leave, dynamicStages: [stage] });
    const lenient = await engineOn(store, { submissionFailed: () => undefined });
    await lenient.orderCreated(submitter, anOrder({ _id: leave.refId }));
    expect(await records.tasks(leave.refId)).toMatchObject([{ kind: "Leave", status: "AWAITING_APPROVAL" }]);
  });
});

/** Origin and workflow of a run, as its outcome names them. */
const originOf = async (refId: string, runId: string | undefined) =>
  (await records.outbox(refId)).flatMap(({ subject, data }) =>
    subject.startsWith("approval.outcome.") && data["data"].runId === runId
      ? [[data["data"].origin, data["data"].workflowId]]
      : [],
  );

describe("an outcome names the origin of the run", () => {
  it("of the order's own, of one with the named workflow, and of any other [SAFE-1]", async () => {
    const { add, order, one, two, own, submitter, workflowId } = await aScene();
    await add(order);
    const asked = await engine.orderCreated(submitter, order);
    await approve([one, two], order._id);
    const named = await start(submitter, order._id, workflowId);
    await approve([one, two], order._id);
    const foreign = await start(submitter, order._id, own);
    await approve([submitter], order._id);
    expect(await originOf(order._id, asked.runId)).toEqual([["owner", workflowId]]);
    expect(await originOf(order._id, named.runId)).toEqual([["evaluation", workflowId]]);
    expect(await originOf(order._id, foreign.runId)).toEqual([["person", own]]);
  });

  it("of a leave: a run that a person starts on its id is never its owner's [SAFE-1]", async () => {
    const { own, submitter } = await aScene();
    const refId = newId();
    const { runId } = await start(submitter, refId, own, "Leave");
    await approve([submitter], refId);
    expect(await originOf(refId, runId)).toEqual([["person", own]]);
  });
});

/** An order with its invoices; `post` posts the next one of an amount. */
async function anInvoicedOrder(totalAmount: number) {
  const scene = await aCompanyWithWorkflow();
  const order = anOrder({ totalAmount });
  await scene.add(order, { status: "SAVED" });
  const orders = store.db.collection("orders");
  const setStatus = async (id: string, status: string) =>
    orders.updateOne({ _id: toObjectId(id) }, { $set: { status } });
  const invoice = async (amount: number, own: Partial<OrderInput> = {}) => {
    const saved = anOrder({ kind: "SalesInvoice", ref: "SI-1", totalAmount: amount, ...own });
    await scene.add(saved, { orderId: toObjectId(order._id), status: "SAVED" });
    return saved;
  };
  const postSaved = async (id: string) => {
    await engine.assertPostable(scene.companyId, id);
    await setStatus(id, "POSTED");
  };
  const post = async (amount: number, own?: Partial<OrderInput>) =>
    postSaved((await invoice(amount, own))._id);
  return { ...scene, order, setStatus, invoice, postSaved, post };
}

describe("an invoice", () => {
  it("is never greater than an order that nobody approved [SAFE-6]", async () => {
    const { post } = await anInvoicedOrder(100);
    await expect(post(1e12)).rejects.toMatchObject(REFUSAL);
    await expect(post(100.01)).rejects.toMatchObject(REFUSAL);
    await post(100);
  });

  it("counts with the order's other invoices, exactly [SAFE-6]", async () => {
    const { post } = await anInvoicedOrder(0.3);
    await post(0.1);
    await post(0.2);
    await expect(post(0.000_001)).rejects.toMatchObject(REFUSAL);
  });

  it("may exceed an order whose run was completed where its amount needs no approval [SAFE-6]", async () => {
    const scene = await anInvoicedOrder(100);
    const { order, workflowId, configure, submitter, one, two, post } = scene;
    const byDefault = { transactionType: "SalesOrder", workflowId: toObjectId(workflowId) };
    await configure({ defaultWorkflows: [byDefault] });
    await engine.orderCreated(submitter, order);
    await expect(post(101)).rejects.toMatchObject(REFUSAL);
    await approve([one, two], order._id);
    await post(101);
  });

  it("needs what its order would have needed at its amount, however it is split [SAFE-6]", async () => {
    const { order, workflowOf, threshold, configure, submitter, one, post } = await anInvoicedOrder(900);
    await threshold();
    const small = await workflowOf("Small", [one]);
    await configure({ defaultWorkflows: [{ transactionType: "SalesOrder", workflowId: toObjectId(small) }] });
    await engine.orderCreated(submitter, order);
    await approve([one], order._id);
    await expect(post(1e12)).rejects.toMatchObject(REFUSAL);
    await post(900);
    await expect(post(101)).rejects.toMatchObject(REFUSAL);
  });

  it("is allowed as far as the order was approved, and beyond by a run of its own [SAFE-6]", async () => {
    const scene = await anInvoicedOrder(2_000);
    const { order, threshold, submitter, one, two, own, invoice, postSaved, post, workflowId } = {
      ...scene,
      own: await scene.workflowOf("Own", [scene.submitter]),
    };
    await threshold();
    await engine.orderCreated(submitter, order);
    await expect(post(1_500)).rejects.toMatchObject(REFUSAL);
    await approve([one, two], order._id);
    await post(1_500);
    const greater = await invoice(501);
    await expect(postSaved(greater._id)).rejects.toMatchObject(REFUSAL);
    await start(submitter, greater._id, own);
    await approve([submitter], greater._id);
    await expect(postSaved(greater._id)).rejects.toMatchObject(REFUSAL);
    await start(submitter, greater._id, workflowId);
    await approve([one, two], greater._id);
    await postSaved(greater._id);
  });

  it("needs approval by its own threshold [SAFE-6]", async () => {
    const { order, threshold, submitter, workflowId, one, two, post } = await anInvoicedOrder(100);
    await threshold({ kind: "SalesInvoice", amountThreshold: 50 });
    await expect(post(60)).rejects.toMatchObject(REFUSAL);
    await start(submitter, order._id, workflowId);
    await approve([one, two], order._id);
    await post(60);
  });

  it("of a posted order is not held up by a threshold that came later, unless it says more [SAFE-6]", async () => {
    const { order, threshold, setStatus, post } = await anInvoicedOrder(2_000);
    await setStatus(order._id, "POSTED");
    await threshold({ discountPercentageThreshold: 10 });
    await expect(post(1_000, { discount: { valueType: "PERCENTAGE", value: 60 } })).rejects.toMatchObject(
      REFUSAL,
    );
    await post(2_000);
    await expect(post(1)).rejects.toMatchObject(REFUSAL);
  });
});
