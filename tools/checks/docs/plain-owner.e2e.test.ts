import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { approvalEngine } from "@countersign/approval-engine";
import { type Bus, createJetStreamBus } from "@countersign/bus";
import { newId, toObjectId } from "@countersign/mongo";
import type { RunningService } from "@countersign/service-kit";
import {
  type NatsServer,
  silentLogger,
  startNatsServer,
  startTestService,
  testTokens,
  useTestStore,
  waitFor,
} from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const MAIN = join(WORKSPACE_ROOT, "examples/plain-owner/main.js");
const [companyId, submitterId, approverId] = [newId(), newId(), newId()];
const folder = mkdtempSync(join(tmpdir(), "countersign-plain-owner-"));
const DATABASE = join(folder, "contracts.db");

interface Contract {
  _id: string;
  title: string;
  status: string;
  reason: string | null;
}

const isOpen = ({ status }: Contract): boolean => status === "SUBMITTED";

describe("examples/plain-owner, an owner without the kit", { tags: ["nats-server"] }, async () => {
  const store = await useTestStore();
  let nats: NatsServer;
  let bus: Bus;
  let engine: RunningService;
  let child: ChildProcess | undefined;
  let url = "";

  async function startOwner(): Promise<void> {
    const env = { ...process.env, NATS_URL: nats.url, DATABASE, PORT: "0" };
    const started = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "ignore"] });
    child = started;
    let output = "";
    started.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    url = await waitFor(() => /http:\S+/u.exec(output)?.[0], { what: "the owner", timeoutMs: 15_000 });
  }
  async function killOwner(): Promise<void> {
    const ended = once(child!, "exit");
    child!.kill("SIGKILL");
    await ended;
  }
  const contracts = async () => (await (await fetch(url)).json()) as Contract[];
  const submit = async (title: string, approverIds: readonly string[] = [approverId]) => {
    const body = JSON.stringify({ companyId, submitterId, approverIds, title });
    const answer = (await (await fetch(url, { method: "POST", body })).json()) as { _id: string };
    return answer._id;
  };

  async function ask(query: string): Promise<Record<string, unknown>> {
    const authorization = await testTokens().bearer({ sub: approverId, companyId });
    const response = await fetch(`${engine.publicUrl}/graphql`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  }
  /** Decides whatever waits, as its title says. */
  async function decide(): Promise<void> {
    const query = `{ workflowTaskPage(input: { status: AWAITING_APPROVAL, kinds: [Contract] }) { data { _id document { title } } } }`;
    const page = (await ask(query))["workflowTaskPage"] as {
      data: { _id: string; document: { title: string } }[];
    };
    for (const { _id, document } of page.data) {
      const verdict = document.title.startsWith("sign") ? "APPROVED" : "REJECTED";
      await ask(
        `mutation { updateWorkflowApprovalStatus(input: { taskId: "${_id}", status: ${verdict}, remark: "Read" }) }`,
      );
    }
  }

  beforeAll(async () => {
    nats = await startNatsServer();
    bus = await createJetStreamBus({ servers: nats.url, logger: silentLogger });
    engine = await startTestService(approvalEngine, store, {
      bus,
      env: { DOCUMENT_KINDS: "legal:Contract" },
    });
    await startOwner();
  });
  afterAll(async () => {
    child?.kill("SIGKILL");
    await engine.stop();
    await bus.close();
    await nats.stop();
    rmSync(folder, { recursive: true });
  });

  it("loses and doubles nothing while it is killed again and again [OPS-4] [MSG-DELIVERY-02]", async () => {
    const submitted: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const ids = Array.from({ length: 4 }, async (_, n) => [
        await submit(`sign ${round}.${n}`),
        await submit(`reject ${round}.${n}`),
        await submit(`refuse ${round}.${n}`, []),
      ]);
      submitted.push(...(await Promise.all(ids)).flat());
      // At another moment in each round: before, while and after commands leave and outcomes come.
      await delay(round * 60);
      await decide();
      await killOwner();
      await decide();
      await startOwner();
    }
    await waitFor(
      async () => {
        await decide();
        return !(await contracts()).some(isOpen);
      },
      { what: "the outcomes", timeoutMs: 15_000 },
    );
    const all = await contracts();
    expect(all.map(({ _id }) => _id).toSorted()).toEqual(submitted.toSorted());
    expect(all).toHaveLength(60);
    const expected = { sign: "SIGNED", reject: "REJECTED", refuse: "REFUSED" };
    for (const { title, status, reason } of all) {
      const meant = title.split(" ")[0] as keyof typeof expected;
      const reasons = { sign: "Read", reject: "Read", refuse: 'Stage "Counsel" has no approvers' };
      expect({ title, status, reason }).toEqual({ title, status: expected[meant], reason: reasons[meant] });
    }
    const runs = store.db.collection("workflow_tasks").countDocuments({ companyId: toObjectId(companyId) });
    expect(await runs).toBe(40);
  }, 60_000);

  it("answers a body that it cannot read or store with 400, and goes on [OPS-4]", async () => {
    for (const body of ["{", "null", "7", "{}", '{"companyId":{},"title":[]}']) {
      const { status } = await fetch(url, { method: "POST", body });
      expect({ body, status }).toEqual({ body, status: 400 });
    }
    expect((await fetch(url)).status).toBe(200);
  });

  it("waits for a broker that is away, and gives up what it cannot read [MSG-DELIVERY-04]", async () => {
    await nats.kill();
    const id = await submit("sign it later");
    await nats.restart();
    const subject = "approval.outcome.legal.Contract.completed";
    await waitFor(
      async () => {
        await bus.publish({ subject, id: newId(), data: "no event" }).catch(() => undefined);
        await decide();
        const found = (await contracts()).find(({ _id }) => _id === id);
        return found?.status === "SIGNED";
      },
      { what: "the signature", timeoutMs: 15_000 },
    );
    const letters: string[] = [];
    const consumer = { stream: "DEAD_LETTERS", durable: newId(), filter: "deadletter.>" };
    const reading = await bus.consume(consumer, async ({ subject: of, headers }) => {
      letters.push(`${of} ${headers["Dead-Letter-Consumer"]} ${headers["Dead-Letter-Reason"]}`);
    });
    await waitFor(() => letters.length > 0);
    await reading.close();
    const reason = "expected id, type, data.companyId and data.refId";
    expect(letters[0]).toBe(`deadletter.${subject} legal-outcomes ${reason}`);
    const database = new DatabaseSync(DATABASE, { readOnly: true });
    expect(database.prepare("SELECT * FROM outbox").all()).toEqual([]);
    database.close();
  }, 30_000);
});
