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

  /** Starts the agent with a payment, and waits until people are asked about it. */
  async function startAsking(title: string, amount: string) {
    const agent = await startAgent(title, amount);
    const task = await waitFor(
      async () => (await waiting()).find(({ document }) => document.title === title),
      { what: `the document of ${title}`, intervalMs: 200 },
    );
    return { ...agent, task };
  }
  const decide = (taskId: string, status: "APPROVED" | "REJECTED") =>
    ask(
      `mutation { updateWorkflowApprovalStatus(input: { taskId: "${taskId}", status: ${status}, remark: "Read" }) }`,
    );

  describe("that is killed while it waits for two", () => {
    const taskIds: string[] = [];
    beforeAll(async () => {
      for (const title of ["Refund", "Gift"]) {
        const { child, ended, task } = await startAsking(title, "950.00");
        child.kill("SIGKILL");
        await ended;
        taskIds.push(task._id);
      }
    });

    it("pays once what was approved meanwhile, and nothing else [WEB-4]", async () => {
      await decide(taskIds[0]!, "APPROVED");
      await decide(taskIds[1]!, "REJECTED");
      const agent = await startAgent();
      expect(await agent.ended).toEqual([0, null]);
      expect(agent.output().trim().split("\n").toSorted()).toEqual(["Gift: REJECTED", "Refund: APPROVED"]);
      const [payment, ...others] = await agentDb.collection("payments").find().toArray();
      expect(payment).toMatchObject({ title: "Refund", amount: "950.00", currency: "EUR" });
      expect(others).toEqual([]);
      expect(await store.db.collection("workflow_runs").countDocuments({ kind: "Payment" })).toBe(2);
    });
  });

  it("hears what is wanted and the verdict while it waits, and says why it is refused [WEB-4] [TALK-2]", async () => {
    const agent = await startAsking("Bonus", "10.00");
    const wish = `{ taskId: "${agent.task._id}", text: "Whose is it?" }`;
    await ask(`mutation { requestChanges(input: ${wish}) { _id } }`);
    await waitFor(() => agent.output().includes("Bonus: CHANGES_WANTED Whose is it?"));
    await decide(agent.task._id, "APPROVED");
    expect(await agent.ended).toEqual([0, null]);
    expect(agent.output()).toMatch(/^Bonus: APPROVED$/mu);
    const refused = await startAgent("Wire", "much");
    expect(await refused.ended).toEqual([0, null]);
    expect(refused.output()).toMatch(/^Wire: REFUSED .*amount/u);
  });
});
