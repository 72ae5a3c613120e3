import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { approvalEngine } from "@countersign/approval-engine";
import { createInProcessBus } from "@countersign/bus";
import { newId } from "@countersign/mongo";
import {
  endWithWorker,
  silentLogger,
  startTestService,
  testTokens,
  useTestStore,
  waitFor,
} from "@countersign/testing";
import type { RunningService } from "@countersign/service-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const AGENT = join(WORKSPACE_ROOT, "examples/langgraph/agent.js");
const [companyId, submitterId, approverId] = [newId(), newId(), newId()];

interface Waiting {
  _id: string;
  document: { title: string };
}

describe("examples/langgraph, an agent that waits for people", async () => {
  const store = await useTestStore();
  const bus = createInProcessBus({ logger: silentLogger });
  const agentDb = store.client.db(`${store.dbName}_agent`);
  let engine: RunningService;
  beforeAll(async () => {
    engine = await startTestService(approvalEngine, store, { bus, env: { DOCUMENT_KINDS: "ops:Payment" } });
  });
  afterAll(async () => {
    await engine.stop();
    await bus.close();
    await agentDb.dropDatabase();
  });

  /** Starts the agent, with a payment to ask for or with those that it began. */
  async function startAgent(...payment: string[]) {
    const env = {
      ...process.env,
      ENGINE_URL: engine.publicUrl,
      COUNTERSIGN_TOKEN: await testTokens().sign({ owner: "ops", companyId }),
      MONGODB_URI: store.uri,
      MONGODB_DB: agentDb.databaseName,
      SUBMITTER_ID: submitterId,
      APPROVER_IDS: approverId,
    };
    const child = spawn(process.execPath, [AGENT, ...payment], { env, stdio: ["ignore", "pipe", "inherit"] });
    endWithWorker(child);
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    return { child, ended: once(child, "exit"), output: () => output };
  }

  async function ask<T>(query: string): Promise<T> {
    const authorization = await testTokens().bearer({ sub: approverId, companyId });
    const response = await fetch(`${engine.publicUrl}/graphql`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  }
  const waiting = async (): Promise<Waiting[]> => {
    const query = `{ workflowTaskPage(input: { status: AWAITING_APPROVAL, kinds: [Payment] }) { data { _id document { title } } } }`;
    return (await ask<{ workflowTaskPage: { data: Waiting[] } }>(query)).workflowTaskPage.data;
  };

  it("pays what is approved once, and nothing else, though it is killed while it waits [WEB-4]", async () => {
    for (const [index, title] of ["Refund", "Gift"].entries()) {
      const agent = await startAgent(title, "950.00");
      await waitFor(async () => (await waiting()).length > index, { what: `the document of ${title}` });
      agent.child.kill("SIGKILL");
      await agent.ended;
    }
    for (const { _id, document } of await waiting()) {
      const verdict = document.title === "Refund" ? "APPROVED" : "REJECTED";
      await ask(
        `mutation { updateWorkflowApprovalStatus(input: { taskId: "${_id}", status: ${verdict}, remark: "Read" }) }`,
      );
    }
    const agent = await startAgent();
    expect(await agent.ended).toEqual([0, null]);
    expect(agent.output().trim().split("\n").toSorted()).toEqual(["Gift: REJECTED", "Refund: APPROVED"]);
    const [payment, ...others] = await agentDb.collection("payments").find().toArray();
    expect(payment).toMatchObject({ title: "Refund", amount: "950.00", currency: "EUR" });
    expect(others).toEqual([]);
    expect(await store.db.collection("workflow_runs").countDocuments({ kind: "Payment" })).toBe(2);
  });

  it("hears a verdict while it waits, and says why it is refused [WEB-4]", async () => {
    const agent = await startAgent("Bonus", "10.00");
    const [document] = await waitFor(async () => (await waiting()).length > 0 && waiting());
    await ask(
      `mutation { updateWorkflowApprovalStatus(input: { taskId: "${document!._id}", status: APPROVED, remark: "Read" }) }`,
    );
    expect(await agent.ended).toEqual([0, null]);
    expect(agent.output()).toMatch(/^Bonus: APPROVED/u);
    const refused = await startAgent("Wire", "much");
    expect(await refused.ended).toEqual([0, null]);
    expect(refused.output()).toMatch(/^Wire: REFUSED .*amount/u);
  });
});
