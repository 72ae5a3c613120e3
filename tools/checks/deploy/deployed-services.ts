import type { z } from "zod";
import { PLATFORM_SERVICES } from "../../dev/start/platform-services.ts";

/** What a service reads from its environment: whatever deploys it has to agree. */
export interface DeployedService {
  name: string;
  environment: z.ZodObject;
  /** The ports it takes unless told otherwise, as variables have them. */
  ports: { PORT: string; INTERNAL_PORT: string };
}

function defaultOf({ shape }: z.ZodObject, variable: string): string {
  return String((shape[variable] as z.ZodType).parse(undefined));
}

/** Everything that is deployed. */
export const DEPLOYED_SERVICES: readonly DeployedService[] = Object.values(PLATFORM_SERVICES).map(
  ({ name, environment }) => ({
    name,
    environment,
    ports: { PORT: defaultOf(environment, "PORT"), INTERNAL_PORT: defaultOf(environment, "INTERNAL_PORT") },
  }),
);
