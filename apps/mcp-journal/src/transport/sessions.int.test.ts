import { once } from "node:events";
import { connect } from "node:net";
import { createVerifier } from "@countersign/auth";
import { createInProcessBus } from "@countersign/bus";
import { newId } from "@countersign/mongo";
import {
  createUserLanes,
  createMetrics,
  type Environment,
  type RunningService,
} from "@countersign/service-kit";
import {
  silentLogger,
  startTestService,
  testTokens,
  useTestStore,
  waitFor,
  ledgerFixture,
  useTestService,
} from "@countersign/testing";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { UNRECORDED } from "@countersign/tracing";
import { describe, expect, it, onTestFinished } from "vitest";
import { call, connectAgent, createdId } from "@countersign/testing/mcp-agent";
import { journalConfig, metricOf } from "../../test/journal-fixture.ts";
import {
  initialize,
  openRawSession,
  openRawStream,
  rawSession,
  type RawStream,
  readEvents,
  rpc,
} from "@countersign/testing/mcp-raw-client";
import { buildApp } from "../app.ts";
import { mcpJournal } from "../service.ts";

const store = await useTestStore();
const tokens = testTokens();
const ledger = await ledgerFixture(store);
const { companyId, userId, entry } = ledger;
const authorization = await tokens.bearer({ sub: userId, companyId });

const journal = (env: Environment = {}): Promise<RunningService> =>
  useTestService(mcpJournal, store, { env });

const openSessions = async (service: RunningService) =>
  (await metricOf(service, 'mcp_sessions{transport="sse"}')) +
  (await metricOf(service, 'mcp_sessions{transport="streamable-http"}'));

async function initialized(service: RunningService): Promise<RawStream> {
  const stream = await openRawStream(service, authorization);
  await stream.post(initialize());
  await stream.next();
  return stream;
}

describe("an SSE session", () => {
  it("begins with the address for messages, which carries its id [MJ-TRANSPORT-01] [MJ-SESSION-01]", async () => {
    const service = await journal();
    const response = await fetch(`${service.publicUrl}/api/mcp/sse`, { headers: { authorization } });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const events = readEvents(response);
    expect(await events.next()).toMatchObject({
      event: "endpoint",
      data: expect.stringMatching(/^\/api\/mcp\/messages\?sessionId=[\da-f-]{36}$/),
    });
    const other = await openRawStream(service, authorization);
    expect(await openSessions(service)).toBe(2);
    await Promise.all([events.cancel(), other.close()]);
  });

  it("takes messages with 202 and answers over the stream [MJ-TRANSPORT-02] [MJ-TRANSPORT-04]", async () => {
    const service = await journal();
    const stream = await openRawStream(service, authorization);
    const response = await stream.post(initialize(5));
    expect(response.status).toBe(202);
    expect(await stream.next()).toMatchObject({ id: 5, result: { serverInfo: { version: "1.0.0" } } });
    await stream.close();
  });

  it("is unknown by any other id, whatever the body is, within a second [MJ-TRANSPORT-03] [MJ-SESSION-09]", async () => {
    const service = await journal();
    const queries = [
      "",
      "?sessionId=",
      "?sessionId=x",
      `?sessionId=${crypto.randomUUID()}`,
      "?sessionId=a&sessionId=b",
    ];
    for (const query of queries) {
      for (const body of ["", "{", "<xml/>", JSON.stringify(rpc(1, "ping")), "x".repeat(600_000)]) {
        const startedAt = performance.now();
        const response = await fetch(`${service.publicUrl}/api/mcp/messages${query}`, {
          method: "POST",
          headers: { authorization, "content-type": "application/json" },
          body,
        });
        expect(response.status).toBe(400);
        expect(await response.text()).toBe('{"error":"Session not found"}');
        expect(performance.now() - startedAt).toBeLessThan(1_000);
      }
    }
  });

  it("ends when the client goes [MJ-SESSION-02]", async () => {
    const service = await journal();
    const stream = await openRawStream(service, authorization);
    expect(await openSessions(service)).toBe(1);
    await stream.close();
    await waitFor(async () => (await openSessions(service)) === 0);
    expect((await stream.post(initialize())).status).toBe(400);
  });

  it("is removed when connecting fails, and the error is answered [MJ-SESSION-03]", async () => {
    const config = journalConfig(store, { MCP_MAX_SESSIONS: "1" });
    const metrics = createMetrics({ service: "test" });
    const app = buildApp(config, {
      lanes: createUserLanes(),
      bus: createInProcessBus({ logger: silentLogger }),
      logger: silentLogger,
      metrics,
      tracing: UNRECORDED,
      verify: createVerifier(config.auth),
      onLeaving: () => () => undefined,
      createServer: () =>
        Object.assign(new Server({ name: "broken", version: "1" }), {
          connect: () => Promise.reject(new Error("no")),
        }),
      createStatelessServer: () => Promise.reject(new Error("no")),
    });
    await app.listen({ port: 0 });
    onTestFinished(() => app.close());
    for (const _ of [1, 2]) {
      const response = await fetch(`${app.listeningOrigin}/api/mcp/sse`, { headers: { authorization } });
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ code: "INTERNAL", message: "Internal error" });
    }
    expect(await metrics.registry.metrics()).toContain('mcp_sessions{transport="sse",service="test"} 0');
  });

  it("is unknown to everybody but the subject that opened it, who may renew the token [MJ-SESSION-05] [MJ-SESSION-04]", async () => {
    const service = await journal();
    const stream = await openRawStream(service, authorization);
    const session = await openRawSession(service, authorization);
    const stranger = await tokens.bearer({ sub: newId(), companyId });
    const refused = await stream.post(initialize(), { authorization: stranger });
    expect([refused.status, await refused.text()]).toEqual([400, '{"error":"Session not found"}']);
    expect((await session.post(rpc(1, "ping"), { authorization: stranger })).status).toBe(404);
    const renewed = await tokens.bearer({ sub: userId, companyId, name: "Somebody" }, "2h");
    expect((await stream.post(initialize(), { authorization: renewed })).status).toBe(202);
    expect((await session.post(rpc(1, "ping"), { authorization: renewed })).status).toBe(200);
    await stream.close();
  });
});

describe("a Streamable HTTP session", () => {
  it("is unknown by another's or any other id, whatever the body is [MJ-SESSION-05]", async () => {
    const service = await journal();
    const { id } = await openRawSession(service, authorization);
    const stranger = await tokens.bearer({ sub: newId(), companyId });
    for (const unknown of [id, crypto.randomUUID(), "x"]) {
      const session = rawSession(service, unknown, stranger);
      for (const body of ["", "{", JSON.stringify(rpc(1, "ping")), "x".repeat(600_000)]) {
        const refused = await session.post(body);
        expect(refused.status).toBe(404);
        expect(await refused.json()).toMatchObject({ error: { message: "Session not found" } });
      }
    }
  });

  it("ends with DELETE [MJ-TRANSPORT-05]", async () => {
    const service = await journal();
    const session = await openRawSession(service, authorization);
    expect((await session.end()).status).toBe(200);
    expect((await session.post(rpc(1, "ping"))).status).toBe(404);
    expect(await openSessions(service)).toBe(0);
  });

  it("gives a client whose connection broke the answer that it missed", async () => {
    const service = await journal();
    const session = await openRawSession(service, authorization);
    const broken = readEvents(await session.post(rpc(3, "tools/list")));
    const priming = await broken.next();
    await broken.cancel();
    const events = readEvents(await session.listen(priming?.id));
    expect(JSON.parse((await events.next())?.data ?? "")).toMatchObject({ id: 3, result: { tools: {} } });
    await events.cancel();
    expect((await session.listen("no-such-event")).status).toBe(400);
  });
});

describe("bounds", () => {
  it("refuses more sessions than allowed, over all and per user, until one has ended [MJ-SESSION-07]", async () => {
    const service = await journal({ MCP_MAX_SESSIONS: "3", MCP_MAX_SESSIONS_PER_USER: "2" });
    const others = await tokens.bearer({ sub: newId(), companyId });
    const first = await openRawStream(service, authorization);
    await openRawSession(service, authorization);
    await expect(openRawStream(service, authorization)).rejects.toThrow(/429 .*This user has too many/);
    const theirs = await openRawStream(service, others);
    await expect(openRawSession(service, others)).rejects.toThrow(/429 .*This server has too many/);
    await first.close();
    await waitFor(async () => (await openSessions(service)) === 2);
    const again = await openRawStream(service, authorization);
    await Promise.all([again.close(), theirs.close()]);
  });

  it("closes sessions that are idle, and only those [MJ-SESSION-06]", async () => {
    const service = await journal({ MCP_SESSION_IDLE_MS: "1000" });
    const idle = await openRawStream(service, authorization);
    const idleSession = await openRawSession(service, authorization);
    const busy = await initialized(service);
    let ended = false;
    const end = idle.ended().then(() => (ended = true));
    let id = 10;
    await waitFor(
      async () => {
        expect((await busy.post(rpc((id += 1), "ping"))).status).toBe(202);
        return ended;
      },
      { intervalMs: 200 },
    );
    await end;
    expect((await idle.post(initialize())).status).toBe(400);
    expect((await idleSession.post(rpc(1, "ping"))).status).toBe(404);
    expect((await busy.post(rpc(1, "ping"))).status).toBe(202);
    await busy.close();
  });

  it("sends a comment from time to time, so that proxies keep streams open", async () => {
    const service = await journal({ MCP_KEEP_ALIVE_MS: "1000" });
    const session = await openRawSession(service, authorization);
    const streams = [
      await fetch(`${service.publicUrl}/api/mcp/sse`, { headers: { authorization } }),
      await session.listen(),
    ];
    for (const stream of streams) {
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      await waitFor(async () => (text += (await reader.read()).value ?? "").includes(": keepalive"));
      await reader.cancel();
    }
  });

  it("cuts a client off that reads nothing, and serves the others", async () => {
    const service = await journal({ MCP_MAX_UNREAD_BYTES: "65536" });
    const lines = Array.from({ length: 1_000 }, () => ledger.lines(1))
      .flat()
      .slice(0, 1_000);
    const bystander = await connectAgent(service, { authorization, transport: "sse" });
    const id = createdId(await call(bystander, "create_journal_entry", entry({ transactions: lines })));
    const get = (number: number) =>
      rpc(number, "tools/call", { name: "get_journal_entry", arguments: { id, companyId } });

    const { hostname, port } = new URL(service.publicUrl);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /api/mcp/sse HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`);
    let head = "";
    socket.on("data", (chunk) => (head += chunk.toString()));
    const sessionId = await waitFor(() => /sessionId=([\da-f-]{36})/.exec(head)?.[1]);
    socket.pause();
    const post = (body: unknown) =>
      fetch(`${service.publicUrl}/api/mcp/messages?sessionId=${sessionId}`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    await post(initialize());
    let number = 1;
    await waitFor(async () => (await post(get((number += 1)))).status === 400, {
      timeoutMs: 15_000,
      intervalMs: 0,
    });
    expect((await call(bystander, "list_accounts")).isError).toBe(false);
    expect(await openSessions(service)).toBe(1);
    socket.destroy();
    await bystander.close();
  });

  it("lives through a thousand connects of one user, and serves the others", async () => {
    const service = await journal({ MCP_MAX_SESSIONS_PER_USER: "100" });
    const flood = await tokens.bearer({ sub: newId(), companyId });
    const bystander = await connectAgent(service, { authorization });
    const opened: Response[] = [];
    const counts = new Map<number, number>();
    let left = 1_000;
    const connectOn = async () => {
      while (left-- > 0) {
        const response = await fetch(`${service.publicUrl}/api/mcp/sse`, {
          headers: { authorization: flood },
        });
        counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
        if (response.ok) opened.push(response);
        else await response.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: 50 }, connectOn));
    expect(Object.fromEntries(counts)).toEqual({ 200: 100, 429: 900 });
    expect(await openSessions(service)).toBe(101);
    expect((await call(bystander, "list_accounts")).isError).toBe(false);
    await Promise.all(opened.map((response) => response.body!.cancel()));
    await waitFor(async () => (await openSessions(service)) === 1);
    await bystander.close();
  });

  it("gives the place of every stream back, also of those that are gone before they begin", async () => {
    const service = await journal({ MCP_MAX_SESSIONS: "50" });
    const { hostname, port } = new URL(service.publicUrl);
    const hitAndRun = async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      socket.write(`GET /api/mcp/sse HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`, () =>
        socket.destroy(),
      );
      await once(socket, "close");
    };
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 40 }, hitAndRun));
    // The server may still come to some of them, and each holds a place until it is found closed.
    const open = () => openRawStream(service, authorization).catch(() => undefined);
    const streams = await Promise.all(Array.from({ length: 50 }, () => waitFor(open)));
    expect(await openSessions(service)).toBe(50);
    await Promise.all(streams.map((stream) => stream.close()));
  });
});

describe("stopping", () => {
  it("ends every stream", async () => {
    const service = await startTestService(mcpJournal, store);
    const stream = await openRawStream(service, authorization);
    const session = await openRawSession(service, authorization);
    const listening = readEvents(await session.listen());
    const stopped = service.stop();
    await stream.ended();
    expect(await listening.next()).toBeUndefined();
    await stopped;
  });

  it("waits for the answers to requests in progress, and takes no new sessions meanwhile", async () => {
    const service = await startTestService(mcpJournal, store, { env: { MCP_CONFIRM_POST: "elicit" } });
    let stopped: Promise<void> | undefined;
    let refused: Promise<unknown> | undefined;
    const agent = await connectAgent(service, {
      authorization,
      onElicit: async () => {
        stopped = service.stop();
        refused = openRawSession(service, authorization).catch((error: unknown) => error);
        await refused;
        return { action: "accept", content: {} };
      },
    });
    const id = createdId(await call(agent, "create_journal_entry", entry()));
    const { text } = await call(agent, "post_journal_entry", { id, companyId });
    expect(text).toBe(`Entry ${id} has been posted successfully.`);
    expect(String(await refused)).toMatch(/429 .*stopping/);
    await stopped;
  });
});
