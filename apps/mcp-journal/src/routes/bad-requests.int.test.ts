import { newId } from "@countersign/mongo";
import { testTokens, useTestService, useTestStore } from "@countersign/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { call, useAgent } from "@countersign/testing/mcp-agent";

import {
  answerOf,
  initialize,
  openRawSession,
  openRawStream,
  type RawSession,
  type RawStream,
  readEvents,
  rpc,
  streamableHeaders,
} from "@countersign/testing/mcp-raw-client";
import { mcpJournal } from "../service.ts";

const store = await useTestStore();
const authorization = await testTokens().bearer({ sub: newId(), companyId: newId() });
const service = await useTestService(mcpJournal, store);
const bystander = await useAgent(service, { authorization, transport: "sse" });
let session: RawSession;
let stream: RawStream;

beforeEach(async () => {
  session = await openRawSession(service, authorization);
  stream = await openRawStream(service, authorization);
});
// After each bad request other sessions work, and so does its own.
afterEach(async () => {
  expect((await call(bystander, "list_accounts")).isError).toBe(false);
  expect((await session.post(rpc("last", "ping"))).status).toBe(200);
  expect((await stream.post(initialize("last"))).status).toBe(202);
  expect(await stream.next()).toMatchObject({ id: "last" });
  await stream.close();
});

const HUGE = JSON.stringify(rpc(1, "tools/call", { name: "list_accounts", note: "x".repeat(4_000_000) }));
const DEEP = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

describe.each([
  ["empty", "", 400],
  ["malformed", '{"jsonrpc":"2.0","id":1,', 400],
  ["a number", "5", 400],
  ["null", "null", 400],
  ["an empty object", "{}", 400],
  ["an empty batch", "[]", 400],
  ["a batch of nonsense", "[1,2,null]", 400],
  ["nested very deeply", DEEP, 400],
  ["another JSON-RPC version", '{"jsonrpc":"1.0","id":1,"method":"ping"}', 400],
  ["without a version", '{"id":1,"method":"ping"}', 400],
  ["with an object for an id", '{"jsonrpc":"2.0","id":{},"method":"ping"}', 400],
  ["that would change prototypes", '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"x":1}}', 400],
  ["too large", HUGE, 413],
])("a body that is %s", (_what, body, status) => {
  it("is refused on the messages route", async () => {
    const response = await stream.post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toBeTypeOf("object");
  });

  it("is refused on the Streamable HTTP route", async () => {
    const response = await session.post(body);
    expect(response.status).toBe(status);
    expect(await response.json()).toBeTypeOf("object");
  });
});

describe.each(["application/xml", "text/plain", "application/x-www-form-urlencoded", ""])(
  "a body of the type '%s'",
  (type) => {
    it("is refused on both routes", async () => {
      const xml = "<methodCall><methodName>ping</methodName></methodCall>";
      const headers = { "content-type": type };
      expect((await stream.post(xml, headers)).status).toBe(415);
      expect((await session.post(xml, headers)).status).toBe(415);
    });
  },
);

describe("__proto__ in the arguments", () => {
  it("is refused and reaches no prototype", async () => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_accounts","arguments":{"__proto__":{"keyword":"x"}}}}`;
    expect((await session.post(body)).status).toBe(400);
    expect(({} as { keyword?: string }).keyword).toBeUndefined();
  });
});

describe("calls before initialize", () => {
  it("are refused with a JSON-RPC error on an SSE session", async () => {
    const response = await stream.post(rpc(7, "tools/list"));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      id: 7,
      error: { message: "The session is not initialized: send initialize first" },
    });
    expect((await stream.post(rpc(8, "ping"))).status).toBe(202);
    expect(await stream.next()).toMatchObject({ id: 8, result: {} });
  });

  it("are refused on the Streamable HTTP route, as are batches with initialize", async () => {
    for (const body of [rpc(1, "tools/list"), [initialize(1), rpc(2, "tools/list")], [initialize(1)]]) {
      const response = await fetch(`${service.publicUrl}/api/mcp`, {
        method: "POST",
        headers: streamableHeaders(authorization),
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { message: /initialize/ } });
    }
  });

  it("refuses a second initialize on a Streamable HTTP session", async () => {
    const response = await session.post(initialize(9));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: /already initialized/ } });
  });
});

describe("duplicate request ids", () => {
  it("are refused within a batch", async () => {
    const response = await session.post([rpc(1, "ping"), rpc(1, "ping")]);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: 1, error: { message: /id 1 is in use/ } });
  });

  it("are refused while the first is being worked on, and free again after its answer", async () => {
    const many = Array.from({ length: 20 }, () =>
      session.post(rpc("same", "tools/call", { name: "list_accounts" })),
    );
    const responses = await Promise.all(many);
    // The status arrives before the answer; the id is free again at the end of the answer's stream.
    await Promise.all(responses.map((response) => response.text()));
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 400)).toBe(true);
    expect((await session.post(rpc("same", "ping"))).status).toBe(200);
  });

  it("treats 1 and '1' as different ids", async () => {
    const events = readEvents(await session.post([rpc(1, "ping"), rpc("1", "ping")]));
    const ids: unknown[] = [];
    for (let event = await events.next(); event; event = await events.next())
      if (event.data !== "") ids.push((JSON.parse(event.data) as { id: unknown }).id);
    expect(ids).toEqual([1, "1"]);
  });
});

it("bounds a batch", async () => {
  const response = await session.post(Array.from({ length: 51 }, (_, id) => rpc(id, "ping")));
  expect(response.status).toBe(400);
});

describe("other requests", () => {
  it.each([
    ["HEAD", "/api/mcp/sse", 405],
    ["POST", "/api/mcp/sse", 405],
    ["GET", "/api/mcp/messages", 405],
    ["PUT", "/api/mcp", 405],
    ["GET", "/", 404],
    ["GET", "/api/mcp/nothing", 404],
    ["GET", "/metrics", 404],
    ["GET", "/graphql", 404],
  ])("%s %s is answered %i", async (method, path, status) => {
    const response = await fetch(`${service.publicUrl}${path}`, { method, headers: { authorization } });
    expect(response.status).toBe(status);
    await response.text();
  });

  it("a Streamable HTTP request without the right Accept header is 406", async () => {
    const response = await session.post(rpc(1, "ping"), { accept: "application/json" });
    expect([response.status, (await response.json()) as object]).toMatchObject([406, { id: 1 }]);
  });

  it("a protocol version that does not exist is 400", async () => {
    expect((await session.post(rpc(1, "ping"), { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
  });

  it("an unknown method is a JSON-RPC error", async () => {
    expect(await answerOf(await session.post(rpc(1, "resources/list")))).toMatchObject({
      error: { code: -32_601 },
    });
  });
});
