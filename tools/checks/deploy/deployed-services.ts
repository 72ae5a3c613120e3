import type { z } from "zod";
import { approvalEngineEnvironment } from "@countersign/approval-engine/config";
import { mcpJournalEnvironment } from "@countersign/mcp-journal/config";
import { versionGateEnvironment } from "@countersign/version-gate/config";
import { hrServiceEnvironment } from "@countersign/hr-service/config";
import { inventoryServiceEnvironment } from "@countersign/inventory-service/config";

/** What a service reads from its environment: whatever deploys it has to agree. */
export interface DeployedService {
  name: string;
  environment: z.ZodObject;
  /** The ports it takes unless told otherwise, as variables have them. */
  ports: { PORT: string; INTERNAL_PORT: string };
}

const ENVIRONMENTS: Readonly<Record<string, z.ZodObject>> = {
  "approval-engine": approvalEngineEnvironment,
  "hr-service": hrServiceEnvironment,
  "inventory-service": inventoryServiceEnvironment,
  "mcp-journal": mcpJournalEnvironment,
  "version-gate": versionGateEnvironment,
};

function defaultOf({ shape }: z.ZodObject, variable: string): string {
  return String((shape[variable] as z.ZodType).parse(undefined));
}

/** Everything that is deployed, by name. */
export const DEPLOYED_SERVICES: readonly DeployedService[] = Object.entries(ENVIRONMENTS).map(
  ([name, environment]) => ({
    name,
    environment,
    ports: { PORT: defaultOf(environment, "PORT"), INTERNAL_PORT: defaultOf(environment, "INTERNAL_PORT") },
  }),
);
