import { type ServiceConfig, serviceConfig, serviceEnvironment } from "@countersign/service-kit";
import type { MostRecentOptions } from "@countersign/settings";
import { z } from "zod";
import type { StoreUrls } from "./version-answer.ts";

/** How a replica reads the settings for its waiting requests. */
export interface ReadingConfig {
  /** Longest time that one read of the store may take, in milliseconds. */
  timeoutMs: number;
  /** Least time between the end of a read and the next one, in milliseconds: with 2, at most 500 reads a second whatever the load. */
  spacingMs: number;
  /** Most requests that wait at a time; further ones are answered 503 at once. */
  maxWaiters: number;
  /** Only this company's record is published; unset: the most recent record of the whole store. */
  companyId: string | undefined;
  /** See {@link MostRecentOptions}. */
  readConcern: NonNullable<MostRecentOptions["readConcern"]>;
}

export interface VersionGateConfig extends ServiceConfig {
  storeUrls: StoreUrls;
  reading: ReadingConfig;
}

const listing = (defaultUrl: string) =>
  z
    .url({ protocol: /^https$/, error: "expected an https URL" })
    .max(2048, "expected at most 2048 characters")
    .default(defaultUrl);

const wholeNumber = (range: { min: number; max: number; defaultValue: number }) =>
  z.coerce
    .number("expected a number")
    .int("expected a whole number")
    .min(range.min)
    .max(range.max)
    .default(range.defaultValue);

/**
 * The environment of version-gate (contract, "Processes"). The bounds keep the longest wait below a second: a request
 * may find a read in flight, then the spacing, then its own read (`spacing + 2 × time-out`).
 */
export const versionGateEnvironment = serviceEnvironment(
  // Enough connections for a gateway's keep-alive pools.
  { port: 3001, internalPort: 9101, maxConnections: 20_000 },
  {
    APP_STORE_URL: listing("https://apps.apple.com/app/id0000000000"),
    PLAY_STORE_URL: listing("https://play.google.com/store/apps/details?id=com.example.countersign"),
    VERSION_GATE_COMPANY_ID: z
      .string()
      .regex(/^[0-9a-f]{24}$/i, "expected a company id of 24 hexadecimal characters")
      .toLowerCase()
      .optional(),
    VERSION_GATE_READ_TIMEOUT_MS: wholeNumber({ min: 10, max: 400, defaultValue: 400 }),
    VERSION_GATE_READ_SPACING_MS: wholeNumber({ min: 0, max: 100, defaultValue: 0 }),
    VERSION_GATE_READ_CONCERN: z.enum(["majority", "linearizable"]).default("linearizable"),
    VERSION_GATE_MAX_WAITERS: wholeNumber({ min: 1, max: 100_000, defaultValue: 10_000 }),
  },
);

/** Maps checked variables to the configuration that the code uses. */
export function versionGateConfig(env: z.output<typeof versionGateEnvironment>): VersionGateConfig {
  return {
    ...serviceConfig(env),
    storeUrls: { ios: env.APP_STORE_URL, android: env.PLAY_STORE_URL },
    reading: {
      timeoutMs: env.VERSION_GATE_READ_TIMEOUT_MS,
      spacingMs: env.VERSION_GATE_READ_SPACING_MS,
      maxWaiters: env.VERSION_GATE_MAX_WAITERS,
      companyId: env.VERSION_GATE_COMPANY_ID,
      readConcern: env.VERSION_GATE_READ_CONCERN,
    },
  };
}
