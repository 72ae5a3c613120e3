import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
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

const page = readFileSync(join(WORKSPACE_ROOT, "docs/erp.md"), "utf8");
const [, program = ""] = /^```py\n(.*?)^```$/msu.exec(page) ?? [];
const [, kinds = ""] = /`DOCUMENT_KINDS=([^`]+)`/u.exec(page) ?? [];
const [companyId, submitterId, approverId] = [newId(), newId(), newId()];
const secret = `whsec_${randomBytes(32).toString("base64")}`;
const ERP_SECRET = "of the ERP";

/** A document, in the words that the ERP tells the bridge. */
const orderOf = (name: string, fields: object = {}) =>
  JSON.stringify({
    name,
    title: "Crane hire",
    total: "2400.00",
    currency: "EUR",
    modified: "2026-11-29 07:00:00",
    ...fields,
  });

describe(
  "the bridge of docs/erp.md, between the engine and a stand-in for the ERP",
  { tags: ["python3"] },
  async () => {
    const store = await useTestStore();
    const folder = mkdtempSync(join(tmpdir(), "countersign-erp-"));
    const port = await freePort();
    /** States that the bridge wrote, by the document's number. The ERP takes none while it is away. */
    const states = new Map<string, string[]>();
    let isErpAway = false;
    let refusedCount = 0;
    const erp = createServer((request, response) => {
      void json(request).then((body) => {
        const number = decodeURIComponent(request.url!.slice(1));
        const isKnown = request.headers.authorization === "token key:secret";
        if (isErpAway || !isKnown) {
          refusedCount += 1;
          return response.writeHead(isKnown ? 503 : 403).end();
        }
        states.set(number, [...(states.get(number) ?? []), (body as { status: string }).status]);
        return response.writeHead(200).end();
      });
    });
    let bus: Bus;
    let engine: RunningService;
    let bridge: ChildProcess;

    async function startBridge(): Promise<void> {
      const env = {
        ...process.env,
        ENGINE_URL: engine.publicUrl,
        COUNTERSIGN_TOKEN: await testTokens().sign({ owner: "erp", companyId }),
        COMPANY_ID: companyId,
        SUBMITTER_ID: submitterId,
        ERP_URL: `http://127.0.0.1:${(erp.address() as AddressInfo).port}`,
        ERP_AUTHORIZATION: "token key:secret",
        ERP_SECRET,
        WEBHOOK_SECRET: secret,
        PORT: String(port),
      };
      bridge = endWithWorker(
        spawn("python3", [join(folder, "bridge.py")], { env, stdio: ["ignore", "ignore", "ignore"] }),
      );
      await waitFor(async () => (await post("{}", "")) === 401, { what: "the bridge" });
    }
    async function killBridge(): Promise<void> {
      const ended = once(bridge, "exit");
      bridge.kill("SIGKILL");
      await ended;
    }
    /** @returns the status; undefined without an answer */
    const post = (body: string, erpSecret = ERP_SECRET, path = "order") =>
      fetch(`http://127.0.0.1:${port}/${path}`, {
        method: "POST",
        headers: { "x-secret": erpSecret },
        body,
      }).then(
        ({ status }) => status,
        () => undefined,
      );
    async function ask<T>(
      sub: string,
      query: string,
      variables: object = {},
      privileged = false,
    ): Promise<T> {
      const authorization = await testTokens().bearer({ sub, companyId, privileged });
      const response = await fetch(`${engine.publicUrl}/graphql`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
      expect(errors).toBeUndefined();
      return data;
    }
    async function decide(ref: string, status: "APPROVED" | "REJECTED"): Promise<void> {
      const { workflowTaskPage } = await ask<{ workflowTaskPage: { data: { _id: string; ref: string }[] } }>(
        approverId,
        "{ workflowTaskPage(input: { status: AWAITING_APPROVAL, kinds: [PurchaseRequest] }) { data { _id ref } } }",
      );
      const { _id: taskId } = workflowTaskPage.data.find((task) => task.ref === ref)!;
      const input = { taskId, status, remark: "Read" };
      await ask(
        approverId,
        "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }",
        { input },
      );
    }
    const isTold = (number: string, state: string) =>
      waitFor(() => states.get(number)?.at(-1) === state, { what: `${number} ${state}`, timeoutMs: 15_000 });

    beforeAll(async () => {
      writeFileSync(join(folder, "bridge.py"), program);
      erp.listen(0, "127.0.0.1");
      await once(erp, "listening");
      bus = createInProcessBus({ logger: silentLogger });
      const webhook = { url: `http://127.0.0.1:${port}/webhooks`, secrets: [secret] };
      engine = await startTestService(approvalEngine, store, {
        bus,
        env: {
          DOCUMENT_KINDS: kinds,
          OWNER_WEBHOOKS: JSON.stringify({ erp: webhook }),
          WEBHOOK_PRIVATE: "on",
        },
      });
      await startBridge();
      // The page's second step.
      const input = {
        kind: "PurchaseRequest",
        stages: [{ name: "Manager", order: 1, approverIds: [approverId] }],
      };
      const { saveRule } = await ask<{ saveRule: { id: string } }>(
        newId(),
        "mutation Save($input: SaveRuleInput!) { saveRule(input: $input) { id } }",
        { input },
        true,
      );
      await ask(newId(), "mutation Publish($id: ID!) { publishRule(id: $id) { id } }", saveRule, true);
    });
    afterAll(async () => {
      bridge.kill("SIGKILL");
      await engine.stop();
      await bus.close();
      erp.close();
      rmSync(folder, { recursive: true });
    });

    it("submits once what comes again, and brings the outcome back, also after a kill [WEB-4]", async () => {
      const answers = await Promise.all([1, 2, 3].map(() => post(orderOf("PO-1/26"))));
      for (const status of answers) expect([200, 202, 409, 503]).toContain(status);
      expect([200, 202]).toContain(await post(orderOf("PO-1/26")));
      expect(await store.db.collection("workflow_runs").countDocuments({ ref: "PO-1/26" })).toBe(1);
      await killBridge();
      await decide("PO-1/26", "APPROVED");
      await startBridge();
      await isTold("PO-1/26", "Approved");
    });

    it("tells the outcome once the ERP takes it, and submits a rejected document again once it has changed [WEB-4]", async () => {
      expect([200, 202]).toContain(await post(orderOf("PO-2")));
      isErpAway = true;
      await decide("PO-2", "REJECTED");
      await waitFor(() => refusedCount > 0, { what: "an attempt while the ERP is away" });
      isErpAway = false;
      await isTold("PO-2", "Rejected");
      expect([200, 202]).toContain(
        await post(orderOf("PO-2", { total: "900.00", modified: "2026-11-30 09:00:00" })),
      );
      await decide("PO-2", "APPROVED");
      await isTold("PO-2", "Approved");
    });

    it("passes refusals on, and takes nothing from strangers [WEB-4]", async () => {
      expect(await post(orderOf("PO-3", { total: "many" }))).toBe(400);
      expect(await post("{")).toBe(400);
      expect(await post(orderOf("PO-3"), "another")).toBe(401);
      expect(
        await post(
          '{"type":"approval.outcome.completed","data":{"ref":"PO-3","origin":"owner"}}',
          "",
          "webhooks",
        ),
      ).toBe(401);
      expect(states.has("PO-3")).toBe(false);
    });
  },
);
