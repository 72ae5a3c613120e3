import type { Bus } from "@countersign/bus";
import type { Store } from "@countersign/mongo";
import { type Environment, loadConfig, type Logger, type RunningService } from "@countersign/service-kit";
import type { Tracing } from "@countersign/tracing";
import { approvalEngineConfig, approvalEngineEnvironment } from "../../../apps/approval-engine/src/config.ts";
import { startApprovalEngine } from "../../../apps/approval-engine/src/service.ts";
import { mcpJournalConfig, mcpJournalEnvironment } from "../../../apps/mcp-journal/src/config.ts";
import { startMcpJournal } from "../../../apps/mcp-journal/src/service.ts";
import { versionGateConfig, versionGateEnvironment } from "../../../apps/version-gate/src/config.ts";
import { startVersionGate } from "../../../apps/version-gate/src/service.ts";
import { hrServiceConfig, hrServiceEnvironment } from "../../../examples/hr-service/src/config.ts";
import { startHrService } from "../../../examples/hr-service/src/service.ts";
import {
  inventoryServiceConfig,
  inventoryServiceEnvironment,
} from "../../../examples/inventory-service/src/config.ts";
import { startInventoryService } from "../../../examples/inventory-service/src/service.ts";
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
