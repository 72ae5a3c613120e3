import type { Principal } from "@countersign/auth";
import { createCallMetrics, createToolCalls } from "@countersign/mcp";
import { createUserLanes } from "@countersign/service-kit";
import { refuseLeaver } from "@countersign/directory";
import { createFinance } from "@countersign/finance";
import { defineService, type ServiceDependencies, type Surfaces } from "@countersign/runtime";
import { startApprovals } from "./approvals/start-approvals.ts";
import { buildApp } from "./app.ts";
import { type McpJournalConfig, mcpJournalConfig, mcpJournalEnvironment } from "./config.ts";
import { startConfirmations } from "./confirmations/start-confirmations.ts";
import { instructionsFor } from "./tools/instructions.ts";
import { createJournalTools } from "./tools/journal-tools.ts";
import { createStatelessServers } from "./stateless/stateless-server.ts";
import { createToolServer } from "./tools/tool-server.ts";

/** The journal service. */
export const mcpJournal = defineService({
  name: "mcp-journal",
  environment: mcpJournalEnvironment,
  config: mcpJournalConfig,
  start,
});

async function start(config: McpJournalConfig, dependencies: ServiceDependencies): Promise<Surfaces> {
  const { store, bus, logger, metrics, tracing, verify, onLeaving } = dependencies;
  const finance = createFinance(store, {
    // Posting may wait minutes for a person's confirmation, in which the user may leave.
    admit: async (scope, { companyId, userId }) => {
      if (companyId !== undefined) await refuseLeaver(scope, { companyId, userId });
    },
  });
  await finance.ensureIndexes();
  const { postApproval } = config;
  const approvals =
    postApproval === "off" ? undefined : await startApprovals(postApproval, config, dependencies);
  const tools = createJournalTools(finance, {
    tenantFence: config.tenantFence,
    approvals,
    onFailure: (error, tool) => logger.error({ err: error, tool }, "a tool failed unexpectedly"),
  });
  const onCall = createCallMetrics(metrics);
  const lanes = createUserLanes();
  const { serverName: name, confirmPost, stateKey } = config;
  const { confirmations, inConsole } = await startConfirmations(config, finance, dependencies);
  const calls = createToolCalls(tools, { lanes, onCall });
  const books = { currency: config.owner.currency, postApproval };
  const instructionsOf = (caller: Principal) => instructionsFor(caller, books);
  const publicApp = buildApp(config, {
    bus,
    logger,
    metrics,
    tracing,
    verify,
    onLeaving,
    lanes,
    createServer: (owner) =>
      createToolServer(calls, { name, confirmPost, inConsole, instructions: instructionsOf(owner) }),
    createStatelessServer: createStatelessServers(calls, {
      name,
      confirmPost,
      confirmations,
      inConsole,
      instructionsFor: instructionsOf,
      stateKey,
    }),
  });
  return { publicApp };
}
