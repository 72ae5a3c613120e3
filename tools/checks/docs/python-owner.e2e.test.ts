import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { approvalEngine } from "@countersign/approval-engine";
import { type Bus, createInProcessBus } from "@countersign/bus";
import { newId } from "@countersign/mongo";
import type { RunningService } from "@countersign/service-kit";
import {
  endWithWorker,
  freePort,
  silentLogger,
  startTestService,
  testTokens,
  useTestStore,
  waitFor,
} from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const OWNER = join(WORKSPACE_ROOT, "examples/python-owner/owner.py");
const [companyId, submitterId, approverId] = [newId(), newId(), newId()];
const secret = randomBytes(32);

interface Contract {
  _id: string;
  title: string;
  status: string;
  applied: number;
}

const isOpen = ({ status }: Contract): boolean => status === "SUBMITTED";

/** The headers of a webhook as the engine signs it. */
function signed(id: string, body: string, at = Date.now(), key: Uint8Array = secret) {
  const timestamp = String(Math.floor(at / 1_000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,AAAA v1,${signature}` };
}

it("examples/python-owner is one file of at most 75 lines without comments [WEB-4]", () => {
  const lines = readFileSync(OWNER, "utf8").split("\n");
  const code = lines.filter((line) => !/^\s*(#.*)?$/u.test(line));
  expect(code.length).toBeGreaterThan(40);
  expect(code.length).toBeLessThanOrEqual(75);
});

describe("examples/python-owner, an owner in plain Python", { tags: ["python3"] }, async () => {
  const store = await useTestStore();
  const folder = mkdtempSync(join(tmpdir(), "countersign-python-owner-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let bus: Bus;
  let engine: RunningService;
  let child: ChildProcess | undefined;

  async function startOwner(): Promise<void> {
    const env = {
      ...process.env,
      ENGINE_URL: engine.publicUrl,
      COUNTERSIGN_TOKEN: await testTokens().sign({ owner: "legal", companyId }),
      COMPANY_ID: companyId,
      WEBHOOK_SECRET: `whsec_${secret.toString("base64")}`,
      DATABASE: join(folder, "contracts.db"),
      PORT: String(port),
    };
    const started = endWithWorker(spawn("python3", [OWNER], { env, stdio: ["ignore", "pipe", "inherit"] }));
    child = started;
    let output = "";
    started.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await waitFor(() => output.includes(`contracts at ${url}`), { what: "the owner" });
  }
  async function killOwner(): Promise<void> {
    const ended = once(child!, "exit");
    child!.kill("SIGKILL");
    await ended;
  }
  const contracts = async () => (await (await fetch(`${url}/contracts`)).json()) as Contract[];
  const contract = async (id: string) => (await contracts()).find(({ _id }) => _id === id)!;
  async function submit(title: string, approverIds: readonly string[] = [approverId]): Promise<string> {
    const body = JSON.stringify({ submitterId, approverIds, title });
    const response = await fetch(`${url}/contracts`, { method: "POST", body });
    const answer = (await response.json()) as { _id: string };
    expect(answer).toEqual({ _id: expect.any(String), status: "SUBMITTED" });
    return answer._id;
  }
  const post = async (headers: Record<string, string>, body: string) =>
    (await fetch(`${url}/webhooks`, { method: "POST", headers, body })).status;

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
    bus = createInProcessBus({ logger: silentLogger });
    const webhook = { url: `${url}/webhooks`, secrets: [`whsec_${secret.toString("base64")}`] };
    engine = await startTestService(approvalEngine, store, {
      bus,
      env: {
        DOCUMENT_KINDS: "legal:Contract",
        OWNER_WEBHOOKS: JSON.stringify({ legal: webhook }),
        WEBHOOK_PRIVATE: "on",
      },
    });
    await startOwner();
  });
  afterAll(async () => {
    child?.kill("SIGKILL");
    await engine.stop();
    await bus.close();
    rmSync(folder, { recursive: true });
  });

  it("loses and doubles nothing while it is killed again and again [WEB-4] [WEB-2]", async () => {
    const submitted: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const ids = Array.from({ length: 3 }, async (_, n) => [
        await submit(`sign ${round}.${n}`),
        await submit(`reject ${round}.${n}`),
        await submit(`refuse ${round}.${n}`, []),
      ]);
      submitted.push(...(await Promise.all(ids)).flat());
      // At another moment in each round: before, while and after submissions leave and outcomes come.
      await delay(round * 120);
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
      { what: "the outcomes", timeoutMs: 40_000, intervalMs: 200 },
    );
    const all = await contracts();
    expect(all.map(({ _id }) => _id).toSorted()).toEqual(submitted.toSorted());
    const expected = { sign: ["SIGNED", 1], reject: ["REJECTED", 1], refuse: ["REFUSED", 0] };
    for (const { title, status, applied } of all) {
      const meant = title.split(" ")[0] as keyof typeof expected;
      expect({ title, outcome: [status, applied] }).toEqual({ title, outcome: expected[meant] });
    }
    const runs = await store.db.collection("workflow_runs").distinct("refId", { kind: "Contract" });
    const refused = all.filter(({ status }) => status === "REFUSED");
    expect(runs).toHaveLength(submitted.length - refused.length);
  }, 90_000);

  it("applies a repeated outcome once, and refuses events that are forged or old [WEB-4]", async () => {
    const refId = await submit("sign by hand");
    const { requestId } = await waitFor(async () => {
      const rows = store.db.collection("outbox");
      const row = await rows.findOne({
        subject: "approval.request.legal.Contract.accepted",
        "data.data.refId": refId,
      });
      return row?.["data"].data as { requestId: string } | undefined;
    });
    const eventOf = (fields: object, type = "approval.outcome.completed") =>
      JSON.stringify({ type, data: { refId, requestId, origin: "owner", ...fields } });
    const event = eventOf({});
    const hour = 60 * 60 * 1_000;
    expect(await post({}, event)).toBe(401);
    expect(await post(signed("1", event, Date.now(), randomBytes(32)), event)).toBe(401);
    expect(await post(signed("1", event, Date.now() - hour), event)).toBe(401);
    expect(await post(signed("1", event, Date.now() + hour), event)).toBe(401);
    expect(await post(signed("1", event), event.replace("owner", "Owner"))).toBe(401);
    for (const foreign of [
      eventOf({ origin: "person" }),
      eventOf({ requestId: newId() }),
      eventOf({ refId: newId() }),
      eventOf({}, "approval.request.accepted"),
    ]) {
      expect(await post(signed(newId(), foreign), foreign)).toBe(204);
    }
    expect(await contract(refId)).toMatchObject({ status: "SUBMITTED", applied: 0 });
    const taken = async () => (await post(signed("1", event), event)) === 204;
    await waitFor(taken);
    const again = await Promise.all(Array.from({ length: 8 }, () => post(signed("1", event), event)));
    expect(again).toEqual(Array.from({ length: 8 }, () => 204));
    expect(await contract(refId)).toMatchObject({ status: "SIGNED", applied: 1 });
  });

  it("answers what it cannot read with 400 or 401, and goes on [WEB-4]", async () => {
    for (const body of ["{", "null", "7", "{}", '{"title":"a"}']) {
      const { status } = await fetch(`${url}/contracts`, { method: "POST", body });
      expect({ body, status }).toEqual({ body, status: 400 });
      expect(await post(signed("x", body), body)).toBe(400);
    }
    const large = "x".repeat(2_000_000);
    expect([400, 401]).toContain(await post(signed("x", large), large).catch(() => 401));
    expect((await fetch(`${url}/contracts`)).status).toBe(200);
  });
});
