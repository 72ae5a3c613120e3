import { createInProcessBus, type Bus } from "@countersign/bus";
import { createLogger, type Environment, loadConfig, type RunningService } from "@countersign/service-kit";
import { type TestStore, testTokens } from "@countersign/testing";
import { mcpJournalConfig, mcpJournalEnvironment, type McpJournalConfig } from "../src/config.ts";
import { startMcpJournal } from "../src/service.ts";

export const silent = createLogger({ name: "test", level: "silent" });

/** The configuration that a test's environment gives, on free ports. */
export function journalConfig(
  store: Pick<TestStore, "uri" | "dbName">,
  env: Environment = {},
): McpJournalConfig {
  const environment = {
    ...testTokens().environment,
    MONGODB_URI: store.uri,
    MONGODB_DB: store.dbName,
    PORT: "0",
    INTERNAL_PORT: "0",
    ...env,
  };
  return mcpJournalConfig(loadConfig(mcpJournalEnvironment, environment));
}

/** A whole replica of the service on free ports. */
export async function startJournal(
  store: TestStore,
  { env, bus = createInProcessBus({ logger: silent }) }: { env?: Environment; bus?: Bus } = {},
): Promise<RunningService> {
  return await startMcpJournal(journalConfig(store, env), { store, bus, logger: silent });
}

/** One figure of the service's metrics, such as `mcp_sessions{transport="sse"}`; 0 if it is not there. */
export async function metricOf(
  { internalUrl }: Pick<RunningService, "internalUrl">,
  name: string,
): Promise<number> {
  const [metric, label = ""] = name.split(/[{}]/);
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  const line = text.split("\n").find((row) => row.startsWith(`${metric}{`) && row.includes(label));
  return Number(line?.split(" ").at(-1) ?? 0);
}
