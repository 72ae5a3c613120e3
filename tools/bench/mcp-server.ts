/**
 * One server of the mcp suite in a process of its own: `bare` (the SDK alone) or `journal` (the service), both with the
 * finance services in memory, or `store` (the service on `MONGODB_URI`). Answers the parent's questions, `cpu` or
 * `memory`, with its use so far.
 */
import { createVerifier } from "@countersign/auth";
import { createInProcessBus } from "@countersign/bus";
import type { Finance } from "@countersign/finance";
import { mcpJournal } from "@countersign/mcp-journal";
import { createLogger, createUserLanes, createMetrics, loadConfig } from "@countersign/service-kit";
import { UNRECORDED } from "@countersign/tracing";
import { buildApp } from "@countersign/mcp-journal/app";
import { mcpJournalConfig, mcpJournalEnvironment } from "@countersign/mcp-journal/config";
import { createJournalTools } from "@countersign/mcp-journal/journal-tools";
import { createStatelessServers } from "@countersign/mcp-journal/stateless-server";
import { createCallMetrics, createToolCalls, type ToolCalls } from "@countersign/mcp";
import type { ToolContext } from "@countersign/mcp-journal/tool-context";
import { createToolServer } from "@countersign/mcp-journal/tool-server";
import { listenBare } from "./mcp-bare-server.ts";
import { CHART } from "./mcp-chart.ts";
import { collectGarbage } from "./measure.ts";
import { createMemoryFinance } from "./memory-finance.ts";

/** The resources used by the server's process. */
export interface ServerUsage {
  cpuMs: number;
  /** Live memory after a collection, for the question `memory`. */
  memoryBytes: number;
  residentBytes: number;
}

/** Nobody is asked here. */
const askNobody = () => {
  throw new Error("no confirmation is asked for");
};
const NO_CONFIRMATIONS = { stateOf: askNobody, consentOf: askNobody };

const logger = createLogger({ name: "bench", level: "warn" });
const config = mcpJournalConfig(
  loadConfig(mcpJournalEnvironment, { MONGODB_URI: "mongodb://unused", ...process.env }),
);
const bus = createInProcessBus({ logger });
const metrics = createMetrics({ service: "bench" });
const onCall = createCallMetrics(metrics);
const lanes = createUserLanes();

function callsOf(finance: Finance): ToolCalls<ToolContext> {
  const tools = createJournalTools(finance, {
    tenantFence: false,
    onFailure: (error, tool) => logger.error({ err: error, tool }, "a tool failed"),
  });
  return createToolCalls(tools, { onCall, lanes });
}

async function listenJournal(calls: ToolCalls<ToolContext>): Promise<string> {
  const { stateKey } = config;
  const options = { name: "bench", confirmPost: "off", instructions: "" } as const;
  const verify = createVerifier(config.auth);
  const app = buildApp(config, {
    bus,
    logger,
    metrics,
    tracing: UNRECORDED,
    verify,
    lanes,
    onLeaving: () => () => undefined,
    createServer: () => createToolServer(calls, options),
    createStatelessServer: createStatelessServers(calls, {
      ...options,
      stateKey,
      instructionsFor: () => "",
      confirmations: NO_CONFIRMATIONS,
    }),
  });
  return await app.listen({ port: 0, host: "127.0.0.1" });
}

async function listenStore(): Promise<string> {
  const { publicUrl } = await mcpJournal.start(
    { ...process.env, PORT: "0", INTERNAL_PORT: "0" },
    { bus, logger },
  );
  return publicUrl;
}

const memoryFinance = createMemoryFinance(CHART);

const kinds: Readonly<Record<string, () => Promise<string>>> = {
  bare: () => listenBare(memoryFinance),
  journal: () => listenJournal(callsOf(memoryFinance)),
  store: listenStore,
};
const url = await kinds[process.argv[2] ?? ""]!();
process.on("disconnect", () => process.exit());
process.on("message", (question) => {
  if (question === "memory") collectGarbage();
  const { user, system } = process.cpuUsage();
  const { heapUsed, external, rss } = process.memoryUsage();
  const usage: ServerUsage = {
    cpuMs: (user + system) / 1000,
    memoryBytes: heapUsed + external,
    residentBytes: rss,
  };
  process.send?.(usage);
});
process.send?.({ url });
