import { useTestStore } from "@countersign/testing";
import { call, connectAgent } from "@countersign/testing/mcp-agent";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";

import { ACTION, useAskWorld } from "../../test/ask-fixture.ts";
import { bearerOf } from "../../test/graphql-fixture.ts";

const PATH = "/api/mcp/approvals";

const store = await useTestStore();
const world = await useAskWorld(store);
const { nora, milan, decide } = world;
const publicUrl = await world.app.listen({ port: 0, host: "127.0.0.1" });
const authorization = await bearerOf({ ...nora, isAgent: true });

const request = {
  kind: "ToolCall",
  title: "Drop the table",
  approvers: [milan.userId],
  action: ACTION,
};

const labelOf = async (id: string) => {
  const { runTasks } = await world
    .as(milan)
    .get<{ runTasks: { submittedBy: { label: string } }[] }>(
      "query ($refId: ID!) { runTasks(refId: $refId) { submittedBy { label } } }",
      { refId: id },
    );
  return runTasks.map(({ submittedBy }) => submittedBy.label);
};

it("the official client of 2025-11-25 asks, waits and gets its grant, and its name is kept without a session [ASK-1] [AGT-4]", async () => {
  const agent = await connectAgent({ publicUrl }, { authorization, path: PATH });
  onTestFinished(() => agent.close());
  const asked = await call(agent, "request_approval", { ...request, idempotencyKey: "of 2025" });
  const id = String(asked.data?.["id"]);
  expect(await labelOf(id)).toEqual([`Nora Lind's agent (claims to be "test-agent")`]);
  const waiting = call(agent, "wait_for_approval", { id, seconds: 45 });
  await decide(id, "APPROVED");
  expect((await waiting).data).toMatchObject({ id, status: "APPROVED", grant: expect.stringContaining(".") });
});

it("the official client of 2026-07-28 does the same [ASK-1] [AGT-4]", async () => {
  const agent = new Client(
    { name: "modern-agent", version: "2.0.0", title: "Modern agent" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const requestInit = { headers: { authorization } };
  await agent.connect(new StreamableHTTPClientTransport(new URL(publicUrl + PATH), { requestInit }));
  onTestFinished(() => agent.close());
  const asked = await agent.callTool({
    name: "request_approval",
    arguments: { ...request, title: "Drop the other table", idempotencyKey: "of 2026" },
  });
  const { id } = asked.structuredContent as { id: string };
  expect(await labelOf(id)).toEqual([`Nora Lind's agent (claims to be "Modern agent")`]);
  const waiting = agent.callTool({ name: "wait_for_approval", arguments: { id, seconds: 45 } });
  await decide(id, "REJECTED");
  expect((await waiting).structuredContent).toMatchObject({ id, status: "REJECTED" });
});

it("a page of another origin is refused, as is a GET, which offers no stream [ASK-1]", async () => {
  const headers = { authorization, accept: "text/event-stream" };
  expect((await fetch(publicUrl + PATH, { headers })).status).toBe(405);
  const origin = "https://evil.example";
  expect((await fetch(publicUrl + PATH, { headers: { ...headers, origin } })).status).toBe(403);
  const preflight = await fetch(publicUrl + PATH, {
    method: "OPTIONS",
    headers: { origin: "http://localhost:6274", "access-control-request-method": "POST" },
  });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([
    204,
    "http://localhost:6274",
  ]);
});
