import { testTokens, useTestService, useTestStore } from "@countersign/testing";
import {
  EXTENSION,
  NOT_APPLICABLE,
  runSuite,
  startHeaderProxy,
  WITH_SESSIONS,
  WITHOUT_SESSIONS,
} from "@countersign/testing/mcp-conformance";
import { expect, it, onTestFinished } from "vitest";

import { approvalEngine } from "../service.ts";

const store = await useTestStore();

/** The tools as the suites can reach them: through a proxy that adds the credential, which they cannot send. */
async function proxied(): Promise<string> {
  const env = { ENGINE_MCP: "on", DOCUMENT_KINDS: "agents:ToolCall" };
  const { publicUrl } = await useTestService(approvalEngine, store, { env });
  const authorization = await testTokens().bearer({ sub: "a".repeat(24), companyId: "b".repeat(24) });
  const proxy = await startHeaderProxy(publicUrl, { authorization });
  onTestFinished(() => proxy.close());
  return `${proxy.url}/api/mcp/approvals`;
}

it("the official suite of 2026-07-28 passes but in what asks for its own tools, prompts and resources [ASK-1] [MCP-6]", async () => {
  const results = await runSuite(WITHOUT_SESSIONS, await proxied());
  const checks = [...results].filter(([scenario]) => !EXTENSION.test(scenario)).flatMap(([, of]) => of);
  const excused = new Set(Object.values(NOT_APPLICABLE).flat());
  const failed = checks.filter(({ id, status }) => status === "FAILURE" && !excused.has(id));
  expect(failed).toEqual([]);
  expect(checks.filter(({ status }) => status === "SUCCESS").length).toBeGreaterThan(60);
});

it.each(["server-initialize", "ping", "tools-list", "dns-rebinding-protection"])(
  "the official suite of 2025-11-25 passes in %s [ASK-1] [MCP-6]",
  async (scenario) => {
    const checks = (await runSuite(WITH_SESSIONS, await proxied(), scenario)).get(scenario) ?? [];
    expect(checks).not.toEqual([]);
    expect(checks.filter(({ status }) => status === "FAILURE")).toEqual([]);
  },
);
