import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";

import { STREAMS } from "@countersign/contracts";
import { type Bus, createJetStreamBus } from "@countersign/bus";
import { connectStore, newId, toObjectId } from "@countersign/mongo";
import {
  NATS_URL,
  deleteStreams,
  randomPrefix,
  silentLogger,
  testTokens,
  waitFor,
} from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

import { aCompany, recordsOf } from "./engine-fixture.ts";
import { askOver, defineWorkflow } from "./service-fixture.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");
// The killed process leaves a transaction open, which keeps its database from being dropped for a minute.
const DROP_TIMEOUT_MS = 2_000;
const uri = inject("storeUri");
const dbName = `test_kill_${randomBytes(8).toString("hex")}`;
const store = await connectStore({ uri, dbName, appName: "kill-test" });
afterAll(async () => {
  await store.db.dropDatabase({ maxTimeMS: DROP_TIMEOUT_MS }).catch(() => undefined);
  await store.close();
});
const records = recordsOf(store);
const tokens = testTokens();
const prefix = randomPrefix();

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** The engine as a process of its own; resolves with its address once it listens. */
async function startProcess(overrides: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...tokens.environment,
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      MONGODB_URI: uri,
      MONGODB_DB: dbName,
      NATS_URL,
      NATS_PREFIX: prefix,
      PORT: "0",
      INTERNAL_PORT: "0",
      OUTBOX_LEASE_MS: "1000",
      ...overrides,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const exited = once(child, "exit").then(([code, signal]) => {
    running.delete(child);
    return { code: code as number | null, signal: signal as string | null };
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const listening = async () =>
    waitFor(() => /"publicUrl":"([^"]+)"/u.exec(output)?.[1], { timeoutMs: 15_000 });
  return { child, exited, listening, output: () => output };
}

describe("the engine as a process", { tags: ["nats"] }, () => {
  let bus: Bus;
  const outcomes: string[] = [];
  beforeAll(async () => {
    bus = await createJetStreamBus({ servers: NATS_URL, prefix, logger: silentLogger });
    await bus.ensureStreams(Object.values(STREAMS));
    const filter = "approval.outcome.>";
    await bus.consume({ stream: STREAMS.outcomes.name, durable: "listener", filter }, async ({ data }) => {
      outcomes.push((data as { data: { refId: string } }).data.refId);
    });
  });
  afterAll(async () => {
    await bus.close();
    await deleteStreams(prefix);
  });

  it(
    "loses nothing when it is killed while it works [MSG-DELIVERY-01] [AE-SUBMIT-22]",
    { timeout: 60_000 },
    async () => {
      const first = await startProcess();
      const url = await first.listening();
      const company = aCompany();
      const submitter = company.user();
      const bearer = await tokens.bearer({ sub: submitter.userId, companyId: company.companyId });
      const ask = askOver(url, bearer);
      const workflowId = await defineWorkflow(ask, submitter.userId);

      const acknowledged: string[] = [];
      const clients = Array.from({ length: 4 }, async () => {
        for (;;) {
          const refId = newId();
          await ask(`mutation { newWorkflowTask(input: {
            workflowId: "${workflowId}", refId: "${refId}", kind: SalesOrder }) }`);
          const [task] = await records.tasks(refId);
          await ask(`mutation { updateWorkflowApprovalStatus(input: {
            taskId: "${task?._id}", status: APPROVED }) }`);
          acknowledged.push(refId);
          if (acknowledged.length === 20) first.child.kill("SIGKILL");
        }
      });
      // Every client ends with the process that answered it.
      for (const client of await Promise.allSettled(clients)) {
        expect(client).toMatchObject({ status: "rejected", reason: expect.any(TypeError) });
      }
      expect(await first.exited).toMatchObject({ signal: "SIGKILL" });

      const second = await startProcess();
      await second.listening();
      await waitFor(() => acknowledged.every((refId) => outcomes.includes(refId)), { timeoutMs: 20_000 });

      // Commits whose answer was lost are published too, and no run is half advanced.
      const completed = await records.list<{ refId: string }>("workflow_events", {
        companyId: toObjectId(company.companyId),
        event: "COMPLETED",
      });
      await waitFor(() => completed.every(({ refId }) => outcomes.includes(refId)));
      expect(outcomes.toSorted()).toEqual(completed.map(({ refId }) => refId).toSorted());
      second.child.kill("SIGTERM");
      expect(await second.exited).toEqual({ code: 0, signal: null });
    },
  );

  it("stops with one line per fault when its environment is wrong [CT-ENV-01]", async () => {
    const faulty = await startProcess({ RETURN_REQUEUE: "perhaps", PORT: "many" });
    expect(await faulty.exited).toEqual({ code: 2, signal: null });
    expect(faulty.output()).toMatch(/^(PORT|RETURN_REQUEUE): .+\n(PORT|RETURN_REQUEUE): .+\n$/u);
  });
});
