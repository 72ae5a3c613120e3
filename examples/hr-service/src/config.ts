import { type ServiceConfig, serviceConfig, serviceEnvironment } from "@countersign/service-kit";
import type { z } from "zod";

export type HrServiceConfig = ServiceConfig;

/** The environment of the HR service; `contract.md`, Processes. */
export const hrServiceEnvironment = serviceEnvironment({ port: 3004, internalPort: 9104 }, {});

/** Maps checked variables to the configuration that the code uses. */
export function hrServiceConfig(env: z.output<typeof hrServiceEnvironment>): HrServiceConfig {
  return serviceConfig(env);
}
