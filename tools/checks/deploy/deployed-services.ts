import type { z } from "zod";
import { PLATFORM_SERVICES } from "../../dev/start/platform-services.ts";

/** The variables and ports of a service, which every deployment must match. */
export interface DeployedService {
  name: string;
  environment: z.ZodObject;
  /** The default ports, as values of variables. */
  ports: { PORT: string; INTERNAL_PORT: string };
}

function defaultOf({ shape }: z.ZodObject, variable: string): string {
  return String((shape[variable] as z.ZodType).parse(undefined));
}

/** All deployed services. */
export const DEPLOYED_SERVICES: readonly DeployedService[] = Object.values(PLATFORM_SERVICES).map(
  ({ name, environment }) => ({
    name,
    environment,
    ports: { PORT: defaultOf(environment, "PORT"), INTERNAL_PORT: defaultOf(environment, "INTERNAL_PORT") },
  }),
);
