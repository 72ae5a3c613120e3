import { createVerifier } from "@countersign/auth";
import { createFinance } from "@countersign/finance";
import type { Bus } from "@countersign/messaging";
import type { Store } from "@countersign/mongo";
import {
  createInternalApp,
  createMetrics,
  type Logger,
  type RunningService,
  serve,
} from "@countersign/service-kit";
import { buildApp } from "./app.ts";
import type { McpJournalConfig } from "./config.ts";
import { createJournalTools } from "./tools/journal-tools.ts";

/**
 * Starts the journal service on its two ports.
 *
 * @param deps.store connected; the service does not close it, nor the bus
 * @throws Error when a port is taken or an index cannot be made
 */
export async function startMcpJournal(
  config: McpJournalConfig,
  { store, bus, logger }: { store: Store; bus: Bus; logger: Logger },
): Promise<RunningService> {
  const metrics = createMetrics({ service: "mcp-journal" });
  const finance = createFinance(store);
  await finance.ensureIndexes();
  const tools = createJournalTools(finance, {
    tenantFence: config.tenantFence,
    onFailure: (error, tool) => logger.error({ err: error, tool }, "a tool failed unexpectedly"),
  });
  return await serve({
    name: "mcp-journal",
    logger,
    listen: config.listen,
    publicApp: buildApp(config, { bus, logger, metrics, verify: createVerifier(config.auth), tools }),
    internal: createInternalApp({
      logger,
      metrics,
      checks: { store: () => store.ping(), bus: () => bus.ping() },
    }),
  });
}
