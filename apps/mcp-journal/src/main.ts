import { startServiceProcess } from "@countersign/runtime";
import { loadConfig, runMain } from "@countersign/service-kit";
import { mcpJournalConfig, mcpJournalEnvironment } from "./config.ts";
import { SERVICE_NAME, startMcpJournal } from "./service.ts";

await runMain(() =>
  startServiceProcess({
    name: SERVICE_NAME,
    config: mcpJournalConfig(loadConfig(mcpJournalEnvironment, process.env)),
    start: startMcpJournal,
  }),
);
