import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { countAll, engineOn, recordsOf } from "../../test/engine-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import type { OrderSubmissionFailure } from "../shared/feature.ts";

const store = await useTestStore();
const failures: OrderSubmissionFailure[] = [];
const engine = await engineOn(store, { submissionFailed: (failure) => failures.push(failure) });
const records = recordsOf(store);
const { aCompanyWithWorkflow, approve } = orderFixture(store, engine);

describe("thresholds", () => {
  // Rules: [AE-THRESH-01] [AE-THRESH-02] [AE-THRESH-05] [AE-THRESH-06]
  it("are created, changed and deleted", async () => {
    const { threshold, admin, workflowId } = await aCompanyWithWorkflow();
    const created = await threshold({ kind: "PurchaseInvoice", discountPercentageThreshold: 10 });
    expect(created).toMatchObject({
      kind: "PurchaseInvoice",
      workflowId,
      amountThreshold: 1_000,
      discountPercentageThreshold: 10,
      enabled: true,
      ref: "AT-000001",
    });
    const changed = await engine.thresholds.update(admin, created._id, {
      amountThreshold: null,
      enabled: false,
    });
    expect(changed).toMatchObject({ amountThreshold: null, discountPercentageThreshold: 10, enabled: false });
    expect(await engine.thresholds.remove(admin, created._id)).toMatchObject({
      deletedAt: expect.any(Date),
    });
  });

  it.each([
    ["a negative amount", { amountThreshold: -1 }, "amountThreshold"],
    ["a discount over 100 percent", { discountPercentageThreshold: 101 }, "discountPercentageThreshold"],
    ["an unknown kind", { kind: "Leave" as "SalesOrder" }, "kind"],
    ["an unknown workflow", { workflowId: newId() }, "workflowId"],
  ])("with %s are refused and nothing written", async (_case, fault, field) => {
    const { threshold } = await aCompanyWithWorkflow();
    const before = await countAll(store);
    await expect(threshold(fault)).rejects.toMatchObject({ name: "DomainError", field });
    expect(await countAll(store)).toBe(before);
  });
});

const required = (workflowId: string) => ({ required: true, workflowId });
const notRequired = { required: false };

describe("evaluating an order", () => {
  it("asks for nothing unless the company switched thresholds on [AE-INV-01] [AE-INV-10]", async () => {
    const { companyId, threshold } = await aCompanyWithWorkflow({});
    await threshold();
    expect(await engine.evaluateOrder(companyId, anOrder())).toEqual(notRequired);
    expect(await engine.evaluateOrder(newId(), anOrder())).toEqual(notRequired);
  });

  it("looks at enabled thresholds of the order's kind only [AE-INV-02]", async () => {
    const { companyId, threshold } = await aCompanyWithWorkflow();
    await threshold({ enabled: false });
    await threshold({ kind: "PurchaseOrder" });
    expect(await engine.evaluateOrder(companyId, anOrder())).toEqual(notRequired);
  });

  it("compares the amount [AE-INV-03] [AE-INV-05] [AE-THRESH-03]", async () => {
    const { companyId, threshold, workflowId } = await aCompanyWithWorkflow();
    await threshold();
    expect(await engine.evaluateOrder(companyId, anOrder())).toEqual(required(workflowId));
    expect(await engine.evaluateOrder(companyId, anOrder({ totalAmount: 1_000 }))).toEqual(notRequired);
  });

  it("compares a discount in percent [AE-INV-04] [AE-THRESH-04]", async () => {
    const { companyId, threshold, workflowId } = await aCompanyWithWorkflow();
    await threshold({ amountThreshold: null, discountPercentageThreshold: 10 });
    const withDiscount = (valueType: "PERCENTAGE" | "AMOUNT", value: number) =>
      engine.evaluateOrder(companyId, anOrder({ discount: { valueType, value } }));
    expect(await withDiscount("PERCENTAGE", 10.5)).toEqual(required(workflowId));
    expect(await withDiscount("PERCENTAGE", 10)).toEqual(notRequired);
    expect(await withDiscount("AMOUNT", 500)).toEqual(notRequired);
  });
});

describe("a new order", () => {
  it("over its threshold is submitted to the threshold's workflow, once [AE-INV-06]", async () => {
    const { submitter, threshold, workflowId } = await aCompanyWithWorkflow();
    await threshold();
    const order = anOrder();
    const answer = await engine.orderCreated(submitter, order);
    expect(answer).toEqual({ required: true, workflowId, runId: expect.any(String) });
    expect(await engine.orderCreated(submitter, order)).toEqual(answer);
    expect(await records.tasks(order._id)).toMatchObject([
      { kind: "SalesOrder", ref: "SO-1", workflowId, submitterId: submitter.userId },
      { workflowId },
    ]);
  });

  it("runs the company's default workflow, unless its threshold's runs [AE-INV-09] [AE-INV-13]", async () => {
    const { submitter, threshold, workflowId, workflowOf, configure } = await aCompanyWithWorkflow();
    const defaultId = await workflowOf("Default");
    await configure({
      defaultWorkflows: [{ transactionType: "SalesOrder", workflowId: toObjectId(defaultId) }],
    });
    await threshold();
    const [small, large] = [anOrder({ totalAmount: 1 }), anOrder()];
    expect(await engine.orderCreated(submitter, small)).toEqual({
      required: false,
      runId: expect.any(String),
    });
    await engine.orderCreated(submitter, large);
    expect((await records.tasks(small._id))[0]?.workflowId).toBe(defaultId);
    expect((await records.tasks(large._id))[0]?.workflowId).toBe(workflowId);
    expect(await records.tasks(large._id)).toHaveLength(2);
  });

  it("is created though its submission fails, without a run; the failure is reported [AE-INV-07] [SAFE-10]", async () => {
    const { admin, submitter, threshold, workflowId, workflowOf, configure } = await aCompanyWithWorkflow();
    const defaultId = await workflowOf("Default");
    await configure({
      defaultWorkflows: [{ transactionType: "SalesOrder", workflowId: toObjectId(defaultId) }],
    });
    await threshold();
    await engine.workflows.remove(admin, workflowId);
    const order = anOrder();
    expect(await engine.orderCreated(submitter, order)).toMatchObject({ required: true, workflowId });
    expect(failures.filter(({ orderId }) => orderId === order._id)).toMatchObject([
      { companyId: submitter.companyId, workflowId, error: { message: "Workflow not found" } },
    ]);
    expect(await records.tasks(order._id)).toEqual([]);
  });
});

describe("posting an order", () => {
  const refusal = {
    code: "POSTING_NEEDS_APPROVAL",
    message: "This order requires approval before it can be posted",
  };
  it("needs its current run completed [AE-INV-08] [AE-INV-11]", async () => {
    const scene = await aCompanyWithWorkflow();
    const { companyId, submitter, threshold } = scene;
    await threshold();
    const order = anOrder();
    await scene.add(order);
    const post = () => engine.assertPostable(companyId, order._id);
    await expect(post()).rejects.toMatchObject(refusal);
    await engine.orderCreated(submitter, order);
    await approve([scene.one], order._id);
    await expect(post()).rejects.toMatchObject(refusal);
    await approve([scene.two], order._id);
    await post();

    // A later run of the same order counts, not the completed one.
    await engine.submitDocument(submitter, {
      refId: order._id,
      kind: "SalesOrder",
      submitterId: submitter.userId,
      workflowId: scene.workflowId,
    });
    await expect(post()).rejects.toMatchObject(refusal);
  });

  it("of an invoice looks at the run of the order it names [AE-INV-12]", async () => {
    const scene = await aCompanyWithWorkflow();
    const { companyId, submitter, threshold } = scene;
    await threshold();
    await threshold({ kind: "SalesInvoice" });
    const order = anOrder();
    const invoice = anOrder({ kind: "SalesInvoice", ref: "SI-1" });
    await scene.add(order);
    await scene.add(invoice, { orderId: toObjectId(order._id) });
    await engine.orderCreated(submitter, order);
    await expect(engine.assertPostable(companyId, invoice._id)).rejects.toMatchObject(refusal);
    await approve([scene.one, scene.two], order._id);
    await engine.assertPostable(companyId, invoice._id);
  });

  it("is free below the threshold, and unknown for another company's order", async () => {
    const scene = await aCompanyWithWorkflow();
    await scene.threshold();
    const order = anOrder({ totalAmount: 5 });
    await scene.add(order);
    await engine.assertPostable(scene.companyId, order._id);
    await expect(engine.assertPostable(newId(), order._id)).rejects.toMatchObject({
      message: "Order not found",
    });
  });
});
