import { createVerifier, rememberVerified } from "@countersign/auth";
import type { Bus } from "@countersign/bus";
import { createFinance } from "@countersign/finance";
import type { Store } from "@countersign/mongo";
import {
  createInternalApp,
  createMetrics,
  type Logger,
  type Metrics,
  type RunningService,
  serve,
} from "@countersign/service-kit";
import type { Tracing } from "@countersign/tracing";
import { buildApp } from "./app.ts";
import type { McpJournalConfig } from "./config.ts";
import { createCallMetrics } from "./mcp-metrics.ts";
import { createJournalTools } from "./tools/journal-tools.ts";
import { createToolServer } from "./tools/tool-server.ts";

export const SERVICE_NAME = "mcp-journal";

export interface McpJournalDependencies {
  /** Connected; the service does not close it, nor the bus. */
  store: Store;
  bus: Bus;
  logger: Logger;
  /** Registry that the process has begun already. */
  metrics?: Metrics;
  /** What the bus and the store are traced with. Without it requests are not. */
  tracing?: Tracing;
}

/**
 * Starts the journal service on its two ports.
 *
 * @throws Error when a port is taken or an index cannot be made
 */
export async function startMcpJournal(
  config: McpJournalConfig,
  dependencies: McpJournalDependencies,
): Promise<RunningService> {
  const { store, bus, logger, tracing, metrics = createMetrics({ service: SERVICE_NAME }) } = dependencies;
  const finance = createFinance(store);
  await finance.ensureIndexes();
  const tools = createJournalTools(finance, {
    tenantFence: config.tenantFence,
    onFailure: (error, tool) => logger.error({ err: error, tool }, "a tool failed unexpectedly"),
  });
  const onCall = createCallMetrics(metrics);
  const { serverName, confirmPost } = config;
  return await serve({
    name: SERVICE_NAME,
    logger,
    listen: config.listen,
    publicApp: buildApp(config, {
      bus,
      logger,
      metrics,
      ...(tracing && { tracing }),
      verify: rememberVerified(createVerifier(config.auth)),
      createServer: () => createToolServer(tools, { name: serverName, confirmPost, onCall }),
    }),
    internal: createInternalApp({
      logger,
      metrics,
      checks: { store: () => store.ping() },
      reports: { bus: () => bus.ping() },
    }),
  });
}
