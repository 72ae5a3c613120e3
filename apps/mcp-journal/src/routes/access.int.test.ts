import { newId } from "@countersign/mongo";
import { leaveCompany, testTokens, useTestService, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { journalConfig, metricOf } from "../../test/journal-fixture.ts";
import {
  initialize,
  openRawSession,
  openRawStream,
  readEvents,
  rpc,
} from "@countersign/testing/mcp-raw-client";
import { mcpJournal } from "../service.ts";

const store = await useTestStore();
const tokens = testTokens();
const caller = { sub: newId(), companyId: newId() };
const PUBLIC_URL = "https://journal.example";
const service = await useTestService(mcpJournal, store, {
  env: { MCP_PUBLIC_URL: `${PUBLIC_URL}/`, AUTH_ISSUER: "https://issuer.test" },
});

const ROUTES = [
  ["GET", "/api/mcp/sse"],
  ["POST", "/api/mcp/messages?sessionId=x"],
  ["POST", "/api/mcp"],
  ["GET", "/api/mcp"],
  ["DELETE", "/api/mcp"],
] as const;

const request = (method: string, path: string, headers: Record<string, string>) =>
  fetch(`${service.publicUrl}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    // A body that would be refused: the credential is looked at first.
    ...(method === "POST" ? { body: "{" } : {}),
  });

describe.each(ROUTES)("%s %s", (method, path) => {
  it("answers 401 without a token, and says where to get one [MJ-AUTH-01] [MJ-AUTH-04] [CT-AUTH-05]", async () => {
    const response = await request(method, path, {});
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe(
      `Bearer realm="countersign", scope="journal:read journal:draft journal:post", resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource"`,
    );
    expect(await response.json()).toMatchObject({ statusCode: 401, code: "UNAUTHENTICATED" });
  });

  it("answers 401 to a token that is expired, another issuer's, or no token [MJ-AUTH-01]", async () => {
    const foreign = await testTokens({ issuer: "https://other.test" }).bearer(caller);
    const forged = await testTokens({ secret: "another secret, longer than 32 bytes too" }).bearer(caller);
    for (const authorization of [foreign, forged, "Bearer x", "Basic eDp5", "Bearer "]) {
      const response = await request(method, path, { authorization });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toContain("resource_metadata=");
      await response.text();
    }
  });

  it("answers 403 to a user who has left the company, in spite of a valid token [FIX-2]", async () => {
    const leaver = { sub: newId(), companyId: newId() };
    await leaveCompany(store, { ...leaver, userId: leaver.sub });
    const response = await request(method, path, { authorization: await tokens.bearer(leaver) });
    expect(response.status).toBe(403);
    expect(response.headers.get("www-authenticate")).toBeNull();
    expect(await response.json()).toMatchObject({ message: "You have left the company" });
  });

  it("takes no token from the query [MJ-AUTH-04]", async () => {
    const token = await tokens.sign(caller);
    const separator = path.includes("?") ? "&" : "?";
    const response = await request(method, `${path}${separator}access_token=${token}`, {});
    expect(response.status).toBe(401);
  });

  it("refuses a foreign origin, so that no web page reaches the service", async () => {
    const authorization = await tokens.bearer(caller);
    const response = await request(method, path, { authorization, origin: "https://evil.example" });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ statusCode: 403, message: "Origin is not allowed" });
  });
});

it("asks for the token on every request of a session, not only on the first [MJ-AUTH-01]", async () => {
  const authorization = await tokens.bearer(caller);
  const session = await openRawSession(service, authorization);
  const stream = await openRawStream(service, authorization);
  for (const bad of ["", "Bearer x"]) {
    expect((await session.post(rpc(1, "ping"), { authorization: bad })).status).toBe(401);
    expect((await stream.post(rpc(1, "ping"), { authorization: bad })).status).toBe(401);
  }
  expect((await session.post(rpc(1, "ping"))).status).toBe(200);
  expect((await stream.post(initialize())).status).toBe(202);
  await stream.close();
});

describe("/.well-known/oauth-protected-resource", () => {
  it("names the port that the service listens on, unless its address is configured [MJ-TRANSPORT-06]", async () => {
    const local = await useTestService(mcpJournal, store);
    const challenged = await fetch(`${local.publicUrl}/api/mcp`);
    const [, address = ""] =
      /resource_metadata="(.+)"/.exec(challenged.headers.get("www-authenticate")!) ?? [];
    const { port } = new URL(local.publicUrl);
    expect(address).toBe(`http://localhost:${port}/.well-known/oauth-protected-resource`);
    expect(await (await fetch(address)).json()).toMatchObject({
      resource: `http://localhost:${port}/api/mcp`,
    });
  });

  it("is served without a token, also where clients look for it first [MJ-TRANSPORT-06]", async () => {
    for (const path of ["", "/api/mcp", "/api/mcp/sse"]) {
      const response = await fetch(`${service.publicUrl}/.well-known/oauth-protected-resource${path}`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        resource: `${PUBLIC_URL}/api/mcp`,
        authorization_servers: ["https://issuer.test"],
        bearer_methods_supported: ["header"],
      });
    }
  });
});

describe("Host and Origin", () => {
  it("serves the hosts and origins that are allowed, and no others", async () => {
    const strict = await useTestService(mcpJournal, store, {
      env: {
        MCP_ALLOWED_HOSTS: "journal.example, other.example",
        MCP_ALLOWED_ORIGINS: "https://app.example",
      },
    });
    const { hostname, port } = new URL(strict.publicUrl);
    const { request: send } = await import("node:http");
    const statusFor = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        send({ hostname, port, path: "/api/mcp", headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on("error", reject)
          .end();
      });
    expect(await statusFor({ host: "evil.example" })).toBe(403);
    for (const origin of ["https://evil.example", "http://localhost:3000"])
      expect(await statusFor({ host: "journal.example", origin })).toBe(403);
    // Past the guard: now the token is missing.
    expect(await statusFor({ host: "journal.example" })).toBe(401);
    expect(await statusFor({ host: "other.example", origin: "https://app.example" })).toBe(401);
  });
});

describe("a token that expires", () => {
  it("ends the SSE stream that it opened, and the session with it [CT-AUTH-15]", async () => {
    const stream = await openRawStream(service, await tokens.bearer(caller, "2s"));
    await stream.ended();
    const response = await stream.post(rpc(1, "ping"), { authorization: await tokens.bearer(caller) });
    expect(response.status).toBe(400);
  });

  it("ends a Streamable HTTP stream, but not the session, for which a new token may come [CT-AUTH-15]", async () => {
    const session = await openRawSession(service, await tokens.bearer(caller, "2s"));
    const events = readEvents(await session.listen());
    expect(await events.next()).toBeUndefined();
    const authorization = await tokens.bearer(caller);
    expect((await session.post(rpc(1, "ping"), { authorization })).status).toBe(200);
  });
});

describe("the configuration", () => {
  it("listens on 3002 and 9102, and takes every bound from the environment [CT-PROC-02] [CT-ENV-10]", () => {
    const { listen, ...config } = journalConfig(store, {
      PORT: undefined,
      INTERNAL_PORT: undefined,
      MCP_SERVER_NAME: "books",
      MCP_TENANT_FENCE: "on",
      MCP_CONFIRM_POST: "elicit",
      MCP_MAX_SESSIONS: "5",
      MCP_MAX_SESSIONS_PER_USER: "3",
      MCP_SESSION_IDLE_MS: "60000",
      MCP_MAX_UNREAD_BYTES: "100000",
      MCP_MAX_BODY_BYTES: "100000",
      MCP_KEEP_ALIVE_MS: "5000",
    });
    expect(listen).toMatchObject({ port: 3002, internalPort: 9102 });
    expect(config).toMatchObject({
      serverName: "books",
      tenantFence: true,
      confirmPost: "elicit",
      sessions: { maxSessions: 5, maxSessionsPerUser: 3, idleMs: 60_000 },
      maxUnreadBytes: 100_000,
      maxBodyBytes: 100_000,
      keepAliveMs: 5_000,
    });
  });

  it("names every variable that is wrong", () => {
    const wrong = {
      MCP_PUBLIC_URL: "journal",
      MCP_TENANT_FENCE: "yes",
      MCP_CONFIRM_POST: "on",
      MCP_MAX_SESSIONS: "0",
      MCP_SESSION_IDLE_MS: "1.5",
    };
    for (const name of Object.keys(wrong)) expect(() => journalConfig(store, wrong)).toThrow(name);
  });
});

it("counts its sessions and its tool calls", async () => {
  const authorization = await tokens.bearer(caller);
  const session = await openRawSession(service, authorization);
  const before = await metricOf(service, 'mcp_sessions{transport="streamable-http"}');
  await (await session.post(rpc(1, "tools/call", { name: "list_accounts", arguments: {} }))).text();
  expect(await metricOf(service, 'mcp_tool_call_duration_seconds_count{tool="list_accounts"}')).toBe(1);
  await session.end();
  expect(await metricOf(service, 'mcp_sessions{transport="streamable-http"}')).toBe(before - 1);
});
