import { approvalEngine } from "@countersign/approval-engine";
import { hrService } from "@countersign/hr-service";
import { inventoryService } from "@countersign/inventory-service";
import { mcpJournal } from "@countersign/mcp-journal";
import type { Service } from "@countersign/runtime";
import { versionGate } from "@countersign/version-gate";
import type { ServiceName } from "./platform-ports.ts";

/** The services of `npm start`, in the order of `SERVICE_NAMES`. */
export const PLATFORM_SERVICES: Readonly<Record<ServiceName, Service>> = {
  "version-gate": versionGate,
  "mcp-journal": mcpJournal,
  "approval-engine": approvalEngine,
  "hr-service": hrService,
  "inventory-service": inventoryService,
};
