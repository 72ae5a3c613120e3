import { createLanes } from "@countersign/concurrency";
import { createHttpApp } from "@countersign/service-kit";
import { silentLogger } from "@countersign/testing";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { caller } from "../test/caller.ts";
import { sendAnswer } from "./send-answer.ts";
import { createStatelessRequests } from "./stateless-requests.ts";
import { type CallContext, defineTool } from "./tool.ts";
import { createToolCalls } from "./tool-calls.ts";
import { createToolServers } from "./tool-servers.ts";

interface Waiting extends CallContext {
  signal: AbortSignal;
}

/** A server whose one tool waits until its client has gone. */
async function aWaitingServer() {
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wait = defineTool<z.ZodObject, z.ZodObject, Waiting>({
    name: "wait",
    title: "Wait",
    description: "Waits.",
    annotations: {},
    input: z.object({}),
    output: z.object({}),
    onFailure: () => undefined,
    run: async (_input, { signal }) => {
      const gone = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => gone.resolve());
      started.resolve();
      await gone.promise;
      ended.resolve();
      return { text: "", data: {} };
    },
  });
  const lanes = createLanes({ overflow: () => new Error("too many calls") });
  const calls = createToolCalls<Waiting>([wait], { lanes, onCall: () => undefined });
  const requests = createStatelessRequests(
    createToolServers(calls, {
      name: "waiting",
      instructionsFor: () => "",
      contextOf: (given, _aside, { signal }) => ({ ...given, signal }),
    }),
    { older: "serve" },
  );
  const app = createHttpApp({ logger: silentLogger });
  app.decorateRequest("principal");
  app.addHook("onRequest", async (request) => void (request.principal = caller));
  app.post("/", async (request, reply) => {
    const answer = await requests.answer(request);
    return sendAnswer(reply, answer!, { maxUnreadBytes: 1_000, caller });
  });
  onTestFinished(() => app.close());
  onTestFinished(() => requests.close());
  return { url: await app.listen({ port: 0, host: "127.0.0.1" }), started, ended };
}

const MODERN = "2026-07-28";
const MODERN_HEADERS = { "mcp-method": "tools/call", "mcp-name": "wait" };
const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

it.each([
  [MODERN, MODERN_HEADERS, { _meta: MODERN_META }],
  ["2025-11-25", {}, {}],
] as const)("a call of %s learns that its client has gone [ASK-3]", async (revision, headers, meta) => {
  const { url, started, ended } = await aWaitingServer();
  const client = new AbortController();
  const call = fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "mcp-protocol-version": revision, ...headers },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "wait", arguments: {}, ...meta },
    }),
    signal: client.signal,
  }).then((response) => response.text());
  await started.promise;
  client.abort();
  await expect(call).rejects.toThrow("aborted");
  await expect(ended.promise).resolves.toBeUndefined();
});
