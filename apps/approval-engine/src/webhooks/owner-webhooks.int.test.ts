import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { createInProcessBus } from "@countersign/bus";
import { createKindRegistry } from "@countersign/contracts";
import { silentLogger, testTokens, useTestService, useTestStore, waitFor } from "@countersign/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { aCompany, engineOn, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import type { Caller } from "../engine.ts";
import { approvalEngine } from "../service.ts";
import { WEBHOOK_DOCUMENTS, WEBHOOK_EVENTS, WEBHOOK_PAUSES } from "./records.ts";
import { resumeWebhooks } from "./send-again.ts";

const store = await useTestStore();
const company = aCompany();
const admin = company.user({ privileged: true });
const clerk = company.user();
const foreignAdmin = aCompany().user({ privileged: true });

interface Webhook {
  owner: string;
  chat: string | null;
  host: string;
  state: string;
  since: string | null;
  pending: number;
  lastDeliveries: { at: string; type: string; refId: string | null; result: string; attempt: number }[];
}

const LIST = `{ ownerWebhooks { owner chat host state since pending
  lastDeliveries { at type refId result attempt } } }`;
const TEST = `mutation { testWebhook(owner: "legal") }`;
const TEST_CHAT = `mutation { testWebhook(owner: "legal", chat: true) }`;

describe("webhooks as administrators see them", () => {
  const bus = createInProcessBus({ logger: silentLogger });
  afterAll(() => bus.close());
  const bodies: string[] = [];
  let status = 204;
  let host = "";
  let url = "";
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    bodies.push(await text(request));
    response.writeHead(status).end();
  };
  const server = createServer((request, response) => void take(request, response));
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    host = `127.0.0.1:${(server.address() as { port: number }).port}`;
    const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
    const service = await useTestService(approvalEngine, store, {
      bus,
      env: {
        DOCUMENT_KINDS: "legal:Contract",
        OWNER_WEBHOOKS: JSON.stringify({
          legal: {
            url: `http://${host}/hidden`,
            secrets: [secret],
            notifications: { format: "slack", url: `http://${host}/chat-hidden` },
          },
        }),
        CONSOLE_PUBLIC_URL: "https://console.example",
        WEBHOOK_PRIVATE: "on",
      },
    });
    url = `${service.publicUrl}/graphql`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    for (const name of [WEBHOOK_DOCUMENTS, WEBHOOK_EVENTS, WEBHOOK_PAUSES]) {
      await store.db.collection(name).deleteMany({});
    }
    bodies.length = 0;
    status = 204;
  });

  async function ask(caller: Caller, query: string) {
    const { userId: sub, companyId, privileged } = caller;
    const authorization = await testTokens().bearer({ sub, companyId, privileged });
    const headers = { authorization, "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query }) });
    const { data, errors = [] } = (await response.json()) as {
      data: Record<string, unknown> | null;
      errors?: { message: string }[];
    };
    return { data, refusals: errors.map(({ message }) => message) };
  }
  const webhookFor = async (caller: Caller): Promise<Webhook> => {
    const { data, refusals } = await ask(caller, LIST);
    expect(refusals).toEqual([]);
    return (data!["ownerWebhooks"] as Webhook[])[0]!;
  };
  const chatFor = async (caller: Caller): Promise<Webhook> =>
    ((await ask(caller, LIST)).data!["ownerWebhooks"] as Webhook[])[1]!;

  it("are tested once a minute, by an event that says who sent it [WEB-2]", async () => {
    expect(await webhookFor(admin)).toEqual({
      owner: "legal",
      chat: null,
      host,
      state: "OK",
      since: null,
      pending: 0,
      lastDeliveries: [],
    });
    expect(await ask(admin, TEST)).toEqual({ data: { testWebhook: true }, refusals: [] });
    await waitFor(() => bodies.length > 0);
    expect(JSON.parse(bodies[0]!)).toMatchObject({
      specversion: "1.0",
      type: "countersign.webhook.test",
      data: { owner: "legal", by: admin.userId },
    });
    const { lastDeliveries } = await waitFor(async () => {
      const webhook = await webhookFor(admin);
      return webhook.lastDeliveries.length > 0 && webhook.pending === 0 && webhook;
    });
    expect(lastDeliveries).toEqual([
      { at: expect.any(String), type: "countersign.webhook.test", refId: null, result: "OK", attempt: 1 },
    ]);
    const again = await Promise.all([ask(admin, TEST), ask(foreignAdmin, TEST)]);
    for (const { refusals } of again) {
      expect(refusals).toEqual(["A test was sent less than a minute ago; try again later"]);
    }
    // The other company sees the state, and nothing of what was sent of this one.
    expect(await webhookFor(foreignAdmin)).toMatchObject({ state: "OK", lastDeliveries: [] });
  });

  it("list an owner's chat beside it, with a test and deliveries of its own [WEB-3]", async () => {
    const untried = { owner: "legal", chat: "SLACK", host, state: "OK", since: null, pending: 0 };
    expect(await chatFor(admin)).toEqual({ ...untried, lastDeliveries: [] });
    expect(await ask(admin, TEST_CHAT)).toEqual({ data: { testWebhook: true }, refusals: [] });
    const { lastDeliveries } = await waitFor(async () => {
      const chat = await chatFor(admin);
      return chat.lastDeliveries.length > 0 && chat.pending === 0 && chat;
    });
    expect(lastDeliveries).toMatchObject([{ refId: null, result: "OK", attempt: 1 }]);
    const { text: words } = JSON.parse(bodies[0]!) as { text: string };
    expect(words).toBe(`Test: ${admin.userId} tries whether messages arrive here`);
    expect((await ask(admin, TEST_CHAT)).refusals).toEqual([
      "A test was sent less than a minute ago; try again later",
    ]);
    // The owner has its own minute, and none of the chat's deliveries.
    expect((await webhookFor(admin)).lastDeliveries).toEqual([]);
    expect((await ask(admin, TEST)).refusals).toEqual([]);
    const noChat = `mutation { testWebhook(owner: "hr", chat: true) }`;
    expect((await ask(admin, noChat)).refusals).toEqual(["This owner has no chat"]);
  });

  it("are nobody else's, and say nothing of address and secret [WEB-2]", async () => {
    expect((await ask(clerk, LIST)).refusals).toEqual(["Only a privileged user may do this"]);
    expect((await ask(clerk, TEST)).refusals).toEqual(["Only a privileged user may do this"]);
    expect((await ask(admin, `mutation { testWebhook(owner: "hr") }`)).refusals).toEqual([
      "This owner has no webhook",
    ]);
    const shownText = JSON.stringify(await ask(admin, LIST));
    expect(shownText).toContain(host);
    expect(shownText).not.toMatch(/hidden|whsec_/u);
  });

  it("say that events are tried again, and that an owner is paused [WEB-2]", async () => {
    status = 500;
    const kinds = createKindRegistry(new Map([["legal", ["Contract"]]]));
    const withContracts = await engineOn(store, { kinds });
    const { refId, tasks } = await submitNew(withContracts, clerk, stagesOf([admin]), { kind: "Contract" });
    await withContracts.decideApproval(admin, { taskId: tasks[0]!._id, status: "APPROVED" });
    const retrying = await waitFor(async () => {
      const webhook = await webhookFor(admin);
      return webhook.state === "RETRYING" && webhook;
    });
    expect(retrying.since).not.toBeNull();
    expect(retrying.lastDeliveries).toMatchObject([{ refId, result: "STATUS", attempt: 1 }]);
    status = 410;
    await ask(admin, TEST);
    const paused = await waitFor(async () => {
      const webhook = await webhookFor(admin);
      return webhook.state === "PAUSED" && webhook;
    });
    expect(paused.pending).toBeGreaterThan(0);
    expect(paused.lastDeliveries[0]).toMatchObject({ refId: null, result: "GONE" });
    status = 204;
    await resumeWebhooks(store.db, "legal");
    await waitFor(async () => (await webhookFor(admin)).lastDeliveries[0]?.result === "OK");
  });
});
