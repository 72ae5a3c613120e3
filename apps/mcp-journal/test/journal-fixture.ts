import { type Environment, loadConfig, type RunningService } from "@countersign/service-kit";
import { testEnvironment, type TestStore } from "@countersign/testing";
import { mcpJournalConfig, mcpJournalEnvironment, type McpJournalConfig } from "../src/config.ts";

/** The configuration that a test's environment gives, on free ports. */
export function journalConfig(
  store: Pick<TestStore, "uri" | "dbName">,
  env: Environment = {},
): McpJournalConfig {
  return mcpJournalConfig(loadConfig(mcpJournalEnvironment, { ...testEnvironment(store), ...env }));
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
