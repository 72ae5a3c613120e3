import { request as httpRequest } from "node:http";
import { newId } from "@countersign/mongo";
import { testTokens, useTestService, useTestStore } from "@countersign/testing";
import {
  initialize,
  openRawSession,
  readEvents,
  rpc,
  streamableHeaders,
} from "@countersign/testing/mcp-raw-client";
import { describe, expect, it } from "vitest";
import { mcpJournal } from "../service.ts";

const store = await useTestStore();
const authorization = await testTokens().bearer({ sub: newId(), companyId: newId() });
const ORIGIN = "https://agents.example";
const service = await useTestService(mcpJournal, store, {
  env: { MCP_ALLOWED_ORIGINS: ORIGIN, MCP_PUBLIC_URL: "https://gateway.example/journal/" },
});
const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(`${service.publicUrl}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });

const METADATA = "/.well-known/oauth-protected-resource";
const EXPOSED = "Mcp-Session-Id, WWW-Authenticate, Retry-After";

describe.each([
  "/api/mcp",
  "/api/mcp/sse",
  "/api/mcp/messages",
  METADATA,
  `${METADATA}/api/mcp`,
  `${METADATA}/api/mcp/sse`,
])("a page of an allowed origin at %s", (path) => {
  const method = path.endsWith("messages") ? "POST" : "GET";

  it("may ask before it sends, without a token [FIX-8]", async () => {
    const response = await ask("OPTIONS", path, {
      origin: ORIGIN,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization, mcp-session-id",
    });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": ORIGIN,
      "access-control-allow-methods": "GET, POST, DELETE",
      "access-control-allow-headers":
        "Authorization, Content-Type, Accept, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name, traceparent, tracestate",
      vary: "Origin",
    });
  });

  it("may read what it is answered, refusals too [FIX-8]", async () => {
    const { status, headers } = await ask(method, path, { origin: ORIGIN });
    expect(status).toBe(path.startsWith(METADATA) ? 200 : 401);
    expect(headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(headers.get("access-control-expose-headers")).toBe(EXPOSED);
    expect(headers.get("vary")).toContain("Origin");
  });

  it("is the only one that may [FIX-8]", async () => {
    for (const asked of ["OPTIONS", method]) {
      const { status, headers } = await ask(asked, path, { origin: "https://evil.example" });
      expect(status).toBe(403);
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
    const ours = await ask(method, path, {});
    expect(ours.headers.get("access-control-allow-origin")).toBeNull();
  });
});

it("lets pages read sessions, streams and answers of both transports [FIX-8]", async () => {
  const own = { ...streamableHeaders(authorization), origin: ORIGIN };
  const opened = await ask("POST", "/api/mcp", own, JSON.stringify(initialize()));
  const stream = await ask("GET", "/api/mcp/sse", { authorization, origin: ORIGIN });
  for (const { status, headers } of [opened, stream]) {
    expect(status).toBe(200);
    expect(headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(headers.get("access-control-expose-headers")).toBe(EXPOSED);
    expect(headers.get("x-accel-buffering")).toBe("no");
  }
  expect(opened.headers.get("mcp-session-id")).toMatch(/./);
  await Promise.all([opened.body?.cancel(), stream.body?.cancel()]);
});

it("names the messages address under the path of the public one [FIX-8]", async () => {
  const stream = readEvents(await ask("GET", "/api/mcp/sse", { authorization }));
  expect((await stream.next())?.data).toMatch(/^\/journal\/api\/mcp\/messages\?sessionId=/);
  await stream.cancel();
});

const ACCEPTED = [
  "text/event-stream",
  "*/*",
  "text/*",
  "TEXT/Event-Stream",
  "application/json, text/event-stream",
  "application/json;q=0.9, */*;q=0.1",
  "text/event-stream; charset=utf-8;q=0.5, text/event-stream",
];
const REFUSED = ["application/json", "text/html", "*/*, text/event-stream;q=0", "text/event-stream;q=0.0"];

async function statusesOf(accept: string): Promise<number[]> {
  const session = await openRawSession(service, authorization);
  const own = { ...streamableHeaders(authorization), "mcp-session-id": session.id, accept };
  const answers = [
    await ask("POST", "/api/mcp", own, JSON.stringify(rpc(7, "ping"))),
    await ask("GET", "/api/mcp", own),
    await ask("GET", "/api/mcp/sse", { authorization, accept }),
  ];
  await Promise.all(answers.map(async ({ body }) => await body?.cancel()));
  await session.end();
  return answers.map(({ status }) => status);
}

describe("Accept", () => {
  it.each(ACCEPTED)("%s takes a stream of events [FIX-8]", async (accept) => {
    expect(await statusesOf(accept)).toEqual([200, 200, 200]);
  });

  it.each(REFUSED)("%s takes none and is answered 406 [FIX-8]", async (accept) => {
    expect(await statusesOf(accept)).toEqual([406, 406, 406]);
  });

  it("may be missing [FIX-8]", async () => {
    const { accept: _none, ...headers } = streamableHeaders(authorization);
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(`${service.publicUrl}/api/mcp`, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject).end(JSON.stringify(initialize()));
    });
    expect(status).toBe(200);
  });
});

describe("an error carries the id of its request [FIX-8]", () => {
  it.each([
    ["an unknown protocol version", rpc("a", "ping"), { "mcp-protocol-version": "1999-01-01" }, "a"],
    ["a second initialize", initialize(9), {}, 9],
    ["no acceptable type", rpc(3, "ping"), { accept: "text/html" }, 3],
    ["another JSON-RPC version", { ...rpc(4, "ping"), jsonrpc: "1.0" }, {}, 4],
    ["an id that is none", { ...rpc({}, "ping") }, {}, null],
  ])("where the fault is %s", async (_fault, body, headers, id) => {
    const session = await openRawSession(service, authorization);
    const response = await session.post(body, headers);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id, error: {} });
  });

  it("also without a session, and on the messages route", async () => {
    const none = await ask(
      "POST",
      "/api/mcp",
      streamableHeaders(authorization),
      JSON.stringify(rpc(5, "ping")),
    );
    expect([none.status, await none.json()]).toMatchObject([400, { jsonrpc: "2.0", id: 5 }]);
    const stream = readEvents(await ask("GET", "/api/mcp/sse", { authorization }));
    const path = (await stream.next())!.data.replace("/journal", "");
    const headers = { authorization, "content-type": "application/json" };
    const refused = await ask("POST", path, headers, JSON.stringify({ ...rpc(6, "ping"), jsonrpc: "1.0" }));
    expect([refused.status, await refused.json()]).toMatchObject([400, { jsonrpc: "2.0", id: 6 }]);
    await stream.cancel();
  });
});

/** A message of so many bytes. */
function bodyOf(bytes: number): string {
  const [head, tail] = JSON.stringify(rpc(1, "ping", { text: "@" })).split("@") as [string, string];
  return head + "x".repeat(bytes - head.length - tail.length) + tail;
}

it.each(["/api/mcp", "/api/mcp/messages"])(
  "takes 4,000,000 bytes at %s, and answers more with a JSON-RPC error [FIX-8]",
  async (path) => {
    const stream = readEvents(await ask("GET", "/api/mcp/sse", { authorization }));
    const session = await openRawSession(service, authorization);
    const at = path === "/api/mcp" ? path : (await stream.next())!.data.replace("/journal", "");
    const headers = { ...streamableHeaders(authorization), "mcp-session-id": session.id };
    expect((await ask("POST", at, headers, bodyOf(4_000_000))).ok || at !== path).toBe(true);
    const refused = await ask("POST", at, headers, bodyOf(4_000_001));
    expect([refused.status, await refused.json()]).toEqual([
      413,
      { jsonrpc: "2.0", id: null, error: { code: -32_600, message: "The request is too large" } },
    ]);
    await stream.cancel();
  },
);
