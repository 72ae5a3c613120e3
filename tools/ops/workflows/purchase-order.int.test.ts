import { approvalEngine } from "@countersign/approval-engine";
import { createInProcessBus } from "@countersign/bus";
import { RPC } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { afterwards, silentLogger, testTokens, useTestService, useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";
import { EXAMPLE, aWorkflowsCompany } from "../../test/workflows-company.ts";
import { createEngineClient } from "./engine-client.ts";

const store = await useTestStore();
const bus = createInProcessBus({ logger: silentLogger });
afterwards(() => bus.close());
const engine = await useTestService(approvalEngine, store, { bus });
const tokens = testTokens();

interface Asked {
  _id: string;
  stageName: string;
  status: string;
  approvals: { approverId: string; status: string }[];
}

const RUN = `query Run($refId: ID!) { runTasks(refId: $refId) { _id stageName status approvals { approverId status } } }`;
const ROUTE = `query Route($refId: ID!) { runRoute(refId: $refId) { stages { key included reason values } } }`;
const APPROVE = `mutation Approve($input: UpdateWorkflowApprovalStatusInput!) {
  updateWorkflowApprovalStatus(input: $input) }`;

/** The company of the example, with a buyer who reports to Milan, and an order of the buyer's that its owner submits. */
async function anOrder(document: { amount: string; currency: string }) {
  const { run, client, ids, addPerson, companyId } = await aWorkflowsCompany(store, engine.publicUrl);
  const [buyer, milan] = [await addPerson("buyer"), await addPerson("milan")];
  const reportingTo = toObjectId(newId());
  const company = { companyId: toObjectId(companyId) };
  await store.db.collection("employees").insertMany([
    { _id: reportingTo, ...company, userId: toObjectId(milan) },
    { _id: toObjectId(newId()), ...company, userId: toObjectId(buyer), reportingTo },
  ]);
  await run("apply", EXAMPLE);
  const find = `{ findWorkflow(input: { name: "Purchase orders" }) { _id } }`;
  const { findWorkflow } = await client.ask<{ findWorkflow: { _id: string } }>(find);
  const refId = newId();
  const submission = {
    refId,
    kind: "PurchaseOrder",
    submitterId: buyer,
    workflowId: findWorkflow._id,
    document,
  };
  await bus.request(RPC.submit.subject, { companyId, ...submission });
  const tasks = async () => (await client.ask<{ runTasks: Asked[] }>(RUN, { refId })).runTasks;
  return {
    ids: { ...ids, milan },
    tasks,
    stages: async () => (await tasks()).map(({ stageName, status }) => `${stageName} ${status}`),
    route: async () =>
      (await client.ask<{ runRoute: { stages: object[] } }>(ROUTE, { refId })).runRoute.stages,
    /** Somebody approves the stage that waits. @returns those who are asked there */
    approve: async (userId: string) => {
      const waiting = (await tasks()).find(({ status }) => status === "AWAITING_APPROVAL");
      const own = createEngineClient(engine.publicUrl, await tokens.sign({ sub: userId, companyId }));
      await own.ask(APPROVE, { input: { taskId: waiting?._id, status: "APPROVED" } });
      return waiting?.approvals.map(({ approverId }) => approverId);
    },
  };
}

it("the example asks the warehouse alone up to EUR 10,000 [ROUTE-5, ROUTE-3]", async () => {
  const { ids, stages, approve, route } = await anOrder({ amount: "10000", currency: "EUR" });
  expect(await stages()).toEqual(["Warehouse AWAITING_APPROVAL"]);
  expect(await approve(ids.ines)).toEqual([ids.ines]);
  expect(await stages()).toEqual(["Warehouse APPROVED"]);
  expect(await route()).toMatchObject([
    { key: "warehouse", included: true, reason: "ALWAYS" },
    { key: "manager", included: false, reason: "CONDITION_FALSE" },
    {
      key: "directors",
      included: false,
      reason: "CONDITION_FALSE",
      values: { "document.amount": "10000", "document.currency": "EUR" },
    },
  ]);
});

it("the example asks the submitter's manager and two of three directors above EUR 10,000 [ROUTE-5, ROUTE-3]", async () => {
  const { ids, stages, approve } = await anOrder({ amount: "10000.01", currency: "EUR" });
  expect(await stages()).toEqual(["Warehouse AWAITING_APPROVAL", "Manager PENDING", "Directors PENDING"]);
  await approve(ids.ines);
  expect(await approve(ids.milan)).toEqual([ids.milan]);
  expect(await approve(ids.priya)).toEqual([ids.helen, ids.priya, ids.ada]);
  expect(await stages()).toEqual(["Warehouse APPROVED", "Manager APPROVED", "Directors AWAITING_APPROVAL"]);
  await approve(ids.ada);
  expect((await stages()).at(-1)).toBe("Directors APPROVED");
});

it("the example asks everybody about an amount in another currency [ROUTE-5, ROUTE-4]", async () => {
  const { stages, route } = await anOrder({ amount: "500", currency: "USD" });
  expect(await stages()).toEqual(["Warehouse AWAITING_APPROVAL", "Manager PENDING", "Directors PENDING"]);
  expect(await route()).toMatchObject([{ reason: "ALWAYS" }, { reason: "ERROR" }, { reason: "ERROR" }]);
});
