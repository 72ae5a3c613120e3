import { type ServiceConfig, serviceConfig, serviceEnvironment } from "@countersign/service-kit";
import { z } from "zod";

export interface HrServiceConfig extends ServiceConfig {
  /** How long one attempt at a submission may take, in milliseconds; there are three. */
  submitTimeoutMs: number;
  /** How often submissions that were left open are looked for, in milliseconds. */
  sweepPauseMs: number;
}

const milliseconds = (range: { min: number; max: number; defaultValue: number }) =>
  z.coerce
    .number("expected milliseconds")
    .int("expected whole milliseconds")
    .min(range.min)
    .max(range.max)
    .default(range.defaultValue);

/** The environment of the HR service; `contract.md`, Processes. */
export const hrServiceEnvironment = serviceEnvironment(
  { port: 3004, internalPort: 9104 },
  {
    SUBMIT_TIMEOUT_MS: milliseconds({ min: 50, max: 8_000, defaultValue: 5_000 }),
    SWEEP_PAUSE_MS: milliseconds({ min: 50, max: 600_000, defaultValue: 5_000 }),
  },
);

/** Maps checked variables to the configuration that the code uses. */
export function hrServiceConfig(env: z.output<typeof hrServiceEnvironment>): HrServiceConfig {
  return {
    ...serviceConfig(env),
    submitTimeoutMs: env.SUBMIT_TIMEOUT_MS,
    sweepPauseMs: env.SWEEP_PAUSE_MS,
  };
}
