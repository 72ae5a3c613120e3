import type { Bus } from "@countersign/bus";
import type { Store } from "@countersign/mongo";
import { type Environment, loadConfig, type Logger, type RunningService } from "@countersign/service-kit";
import type { Tracing } from "@countersign/tracing";
import { approvalEngineConfig, approvalEngineEnvironment } from "@countersign/approval-engine/config";
import { startApprovalEngine } from "@countersign/approval-engine/service";
import { mcpJournalConfig, mcpJournalEnvironment } from "@countersign/mcp-journal/config";
import { startMcpJournal } from "@countersign/mcp-journal/service";
import { versionGateConfig, versionGateEnvironment } from "@countersign/version-gate/config";
import { startVersionGate } from "@countersign/version-gate/service";
import { hrServiceConfig, hrServiceEnvironment } from "@countersign/hr-service/config";
import { startHrService } from "@countersign/hr-service/service";
import { inventoryServiceConfig, inventoryServiceEnvironment } from "@countersign/inventory-service/config";
import { startInventoryService } from "@countersign/inventory-service/service";
import type { ServiceName } from "./platform-ports.ts";

export interface ServiceDependencies {
  store: Store;
  bus: Bus;
  logger: Logger;
  tracing: Tracing;
}

export interface PlatformService {
  name: ServiceName;
  /** Its main program, relative to the workspace. */
  main: string;
  /** Starts it in this process. @throws ConfigError for an invalid variable */
  start: (env: Environment, dependencies: ServiceDependencies) => Promise<RunningService>;
}

/** What `npm start` runs, in the order of its start. */
export const PLATFORM_SERVICES: readonly PlatformService[] = [
  {
    name: "version-gate",
    main: "apps/version-gate/src/main.ts",
    start: (env, { store, logger, tracing }) =>
      startVersionGate(versionGateConfig(loadConfig(versionGateEnvironment, env)), {
        store,
        logger,
        tracing,
      }),
  },
  {
    name: "mcp-journal",
    main: "apps/mcp-journal/src/main.ts",
    start: (env, dependencies) =>
      startMcpJournal(mcpJournalConfig(loadConfig(mcpJournalEnvironment, env)), dependencies),
  },
  {
    name: "approval-engine",
    main: "apps/approval-engine/src/main.ts",
    start: (env, dependencies) =>
      startApprovalEngine(approvalEngineConfig(loadConfig(approvalEngineEnvironment, env)), dependencies),
  },
  {
    name: "hr-service",
    main: "examples/hr-service/src/main.ts",
    start: (env, dependencies) =>
      startHrService(hrServiceConfig(loadConfig(hrServiceEnvironment, env)), dependencies),
  },
  {
    name: "inventory-service",
    main: "examples/inventory-service/src/main.ts",
    start: (env, dependencies) =>
      startInventoryService(
        inventoryServiceConfig(loadConfig(inventoryServiceEnvironment, env)),
        dependencies,
      ),
  },
];
