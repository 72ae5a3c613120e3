import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { beforeAll, describe, expect, it } from "vitest";

import { createSchema } from "../src/graphql/schema.ts";
import type { Caller } from "../src/engine.ts";
import { aCompany, stagesOf, submitNew } from "./engine-fixture.ts";
import { useBus, useReplica } from "./graphql-fixture.ts";
import { argumentsOf, callOf, operationsOf } from "./operations.ts";
import { anOrder, orderFixture } from "./order-fixture.ts";
import { scansAmong, searchesOf } from "./searches.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());
const QUERIES = operationsOf(createSchema(BUILT_IN_KINDS)).filter(({ kind }) => kind === "query");

const company = aCompany();
const caller: Caller = company.user();
const ids: Record<string, string> = { approverId: caller.userId, involvedUserId: caller.userId };

/** Companies beside, so that a scan would not be the shortest way. */
async function crowd(): Promise<void> {
  for (let n = 0; n < 20; n += 1) {
    const other = aCompany();
    const user = other.user();
    await engine.workflows.create(user, { name: "Other" });
    await submitNew(engine, user, stagesOf([other.user()], [other.user()]));
  }
}

beforeAll(async () => {
  await crowd();
  const { _id: workflowId } = await engine.workflows.create(caller, { name: "Purchases" });
  const approverIds = [caller.userId];
  const { _id: stageId } = await engine.stages.create(caller, {
    workflowId,
    name: "One",
    order: 1,
    approverIds,
  });
  const { tasks, refId } = await submitNew(engine, company.user(), stagesOf([caller], [caller]));
  Object.assign(ids, { workflowId, stageId, refId, taskId: tasks[0]?._id, runId: newId() });
});

describe("no search looks through a whole collection [CT-COLL-10]", () => {
  it.each(QUERIES)("for $name", async (operation) => {
    const client = as({ ...caller, privileged: true });
    const calls = [undefined, ...Object.keys(ids), "_id"].map((only) =>
      callOf(
        operation,
        argumentsOf(operation, (type, path, required) => {
          const name = path.at(-1) ?? "";
          const named = String(type) === "ID" && (name === only || required);
          return named ? (ids[name] ?? newId()) : undefined;
        }),
      ),
    );
    const searches = await searchesOf(store, async () => {
      for (const { query, variables } of calls) await client.ask(query, variables);
    });
    expect(searches).not.toEqual([]);
    expect(await scansAmong(store, searches)).toEqual([]);
  });

  it("for the inbox of a user without privileges, by any filter", async () => {
    const searches = await searchesOf(store, () =>
      as(caller).get(
        `query Inbox($user: ID!) {
          a: workflowTaskPage { total data { _id } }
          b: workflowTaskPage(input: { status: AWAITING_APPROVAL, kinds: [Leave], keyword: "a" }) { total data { _id } }
          c: workflowTaskPage(input: { involvedUserId: $user }) { total data { _id } } }`,
        { user: caller.userId },
      ),
    );
    // The caller, for each page its records and its total, and once for all of them whom the caller may represent.
    expect(searches).toHaveLength(8);
    expect(await scansAmong(store, searches)).toEqual([]);
  });

  it("for a submission, a verdict, a return, a change, a cancellation and the marks on notifications", async () => {
    const admin = company.user({ privileged: true });
    await engine.updateApprovalSettings(admin, { onAmend: "ASK_AGAIN" });
    const searches = await searchesOf(store, async () => {
      const [one, two] = [company.user(), company.user()];
      const run = await submitNew(engine, caller, stagesOf([one, two], [two]));
      await engine.decideApproval(one, { taskId: run.tasks[0]?._id ?? "", status: "APPROVED" });
      await engine.decideApproval(two, { taskId: run.tasks[1]?._id ?? "", status: "REJECTED" });
      await engine.amendDocument(caller, { refId: run.refId, document: { title: "Changed" } });
      await engine.cancelDocument(caller, { refId: run.refId });
      const stored = { refId: newId(), kind: "Leave", submitterId: caller.userId } as const;
      await engine.submitDocument(caller, { ...stored, workflowId: ids["workflowId"] });
      await engine.markAllNotificationsRead(one);
    });
    expect(searches.length).toBeGreaterThan(10);
    expect(await scansAmong(store, searches)).toEqual([]);
  });
});

it("for a new order, and for posting it and its invoice [SAFE-1] [SAFE-6]", async () => {
  const { aCompanyWithWorkflow, approve } = orderFixture(store, engine);
  const { threshold, add, submitter, one, two, companyId } = await aCompanyWithWorkflow();
  // As the service that owns the collections makes them.
  await store.db.collection("orders").createIndex({ companyId: 1, orderId: 1, createdAt: -1, _id: -1 });
  await store.db.collection("configs").createIndex({ companyId: 1, updatedAt: -1, _id: -1 });
  await threshold();
  const order = anOrder();
  const invoice = anOrder({ kind: "SalesInvoice" });
  await add(order);
  await add(invoice, { orderId: toObjectId(order._id) });
  const searches = await searchesOf(store, async () => {
    await engine.orderCreated(submitter, order);
    await approve([one, two], order._id);
    await engine.assertPostable(companyId, order._id);
    await engine.assertPostable(companyId, invoice._id);
  });
  expect(searches.length).toBeGreaterThan(10);
  expect(await scansAmong(store, searches)).toEqual([]);
});

it("finds a scan where there is one", async () => {
  const searches = await searchesOf(store, () =>
    store.db.collection("workflow_tasks").find({ title: "x" }).toArray(),
  );
  expect(await scansAmong(store, searches)).toHaveLength(1);
});
