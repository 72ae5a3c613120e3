import type { z } from "zod";
import { approvalEngineEnvironment } from "../../../apps/approval-engine/src/config.ts";
import { mcpJournalEnvironment } from "../../../apps/mcp-journal/src/config.ts";
import { versionGateEnvironment } from "../../../apps/version-gate/src/config.ts";
import { hrServiceEnvironment } from "../../../examples/hr-service/src/config.ts";
import { inventoryServiceEnvironment } from "../../../examples/inventory-service/src/config.ts";

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
