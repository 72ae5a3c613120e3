import { createVerifier } from "@countersign/auth";
import { createInProcessBus } from "@countersign/bus";
import { createUserLanes, createMetrics } from "@countersign/service-kit";
import { silentLogger, useTestService, testTokens, useTestStore } from "@countersign/testing";
import {
  EXTENSION,
  NOT_APPLICABLE,
  runSuite,
  startHeaderProxy,
  WITH_SESSIONS,
  WITHOUT_SESSIONS,
} from "@countersign/testing/mcp-conformance";
import { UNRECORDED } from "@countersign/tracing";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildApp } from "../../src/app.ts";
import { APPROVAL_ENV } from "../approval-fixture.ts";
import { journalConfig } from "../journal-fixture.ts";
import { createSuiteServer } from "./suite-server.ts";
import { mcpJournal } from "../../src/service.ts";

const store = await useTestStore();

/** Scenarios that need no more than four tools; the others ask for the suite's own tools, prompts and resources. */
const FOUR_TOOLS = [
  "server-initialize",
  "ping",
  "tools-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];
const ALL_SCENARIOS = 32;

/** The service as the suite can reach it: through a proxy that adds the credential, which the suite cannot send. */
async function proxied(publicUrl: string): Promise<string> {
  const authorization = await testTokens().bearer({ sub: "a".repeat(24), companyId: "b".repeat(24) });
  const proxy = await startHeaderProxy(publicUrl, { authorization });
  onTestFinished(() => proxy.close());
  return `${proxy.url}/api/mcp`;
}

const failuresIn = (checks: readonly { status: string }[] | undefined) =>
  checks?.filter(({ status }) => status === "FAILURE");

describe("the official conformance suite", () => {
  it.each([
    ...FOUR_TOOLS.map((scenario) => ({ scenario, approval: "off", env: {} })),
    ...FOUR_TOOLS.map((scenario) => ({ scenario, approval: "always", env: APPROVAL_ENV })),
  ])("passes in $scenario on the real server, approvals $approval [AGT-1]", async ({ scenario, env }) => {
    const service = await useTestService(mcpJournal, store, { env });
    const results = await runSuite(WITH_SESSIONS, await proxied(service.publicUrl), scenario);
    expect([...results.keys()]).toEqual([scenario]);
    expect(results.get(scenario)).not.toEqual([]);
    expect(failuresIn(results.get(scenario))).toEqual([]);
  });

  it("passes in all server scenarios on the same routes, with the suite's own tools behind them", async () => {
    const config = journalConfig(store);
    const app = buildApp(config, {
      lanes: createUserLanes(),
      bus: createInProcessBus({ logger: silentLogger }),
      logger: silentLogger,
      metrics: createMetrics({ service: "conformance" }),
      tracing: UNRECORDED,
      verify: createVerifier(config.auth),
      onLeaving: () => () => undefined,
      createServer: createSuiteServer,
      createStatelessServer: () => Promise.reject(new Error("the older revisions have sessions")),
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    const results = await runSuite(WITH_SESSIONS, await proxied(app.listeningOrigin));
    expect(results.size).toBe(ALL_SCENARIOS);
    for (const [scenario, checks] of results) {
      expect([scenario, checks.length > 0, failuresIn(checks)]).toEqual([scenario, true, []]);
    }
  });
});

describe("the official conformance suite of revision 2026-07-28", () => {
  it("passes on the real server but in what asks for the suite's own tools, prompts and resources [MCP-6]", async () => {
    const { publicUrl } = await useTestService(mcpJournal, store);
    const results = await runSuite(WITHOUT_SESSIONS, await proxied(publicUrl));
    const scenarios = [...results].filter(([scenario]) => !EXTENSION.test(scenario));
    const checks = scenarios.flatMap(([, ofScenario]) => ofScenario);
    const failed = checks.filter(({ status }) => status === "FAILURE").map(({ id }) => id);
    expect(failed.toSorted()).toEqual(Object.values(NOT_APPLICABLE).flat().toSorted());
    const passed = checks.filter(({ status }) => status === "SUCCESS").length;
    expect(passed).toBeGreaterThan(40);
  });
});
