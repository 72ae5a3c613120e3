import {
  BUILT_IN_KINDS,
  currency,
  documentKinds,
  type Kind,
  type KindRegistry,
  type Owner,
} from "@countersign/contracts";
import { ConfigError, type ServiceConfig, serviceConfig, serviceEnvironment } from "@countersign/service-kit";
import { z } from "zod";

export interface OwnerConfig {
  /** The kinds of the deployment. */
  registry: KindRegistry;
  /** ISO 4217 code of the amounts that the owner keeps; left out, approvers see them without one. */
  currency: string | undefined;
  /** How long one attempt at a request to the approval engine may take, in milliseconds. */
  submitTimeoutMs: number;
  /** Pause between searches for unfinished work, in milliseconds. */
  sweepPauseMs: number;
  /** How long a crashed relay holds back its documents' messages, in milliseconds. */
  outboxLeaseMs: number;
}

const milliseconds = (range: { min: number; max: number; defaultValue: number }) =>
  z.coerce
    .number("expected milliseconds")
    .int("expected whole milliseconds")
    .min(range.min)
    .max(range.max)
    .default(range.defaultValue);

/** The variables of {@link startOwner}, for the environment of the service that it runs in. */
export const ownerVariables = {
  DOCUMENT_KINDS: documentKinds.default(BUILT_IN_KINDS),
  CURRENCY: currency.optional(),
  SUBMIT_TIMEOUT_MS: milliseconds({ min: 50, max: 8_000, defaultValue: 5_000 }),
  SWEEP_PAUSE_MS: milliseconds({ min: 50, max: 600_000, defaultValue: 5_000 }),
  OUTBOX_LEASE_MS: milliseconds({ min: 1_000, max: 300_000, defaultValue: 10_000 }),
} as const;

/** Maps the checked variables of an owner to the configuration that {@link startOwner} takes. */
export function ownerConfig(env: z.output<z.ZodObject<typeof ownerVariables>>): OwnerConfig {
  return {
    registry: env.DOCUMENT_KINDS,
    currency: env.CURRENCY,
    submitTimeoutMs: env.SUBMIT_TIMEOUT_MS,
    sweepPauseMs: env.SWEEP_PAUSE_MS,
    outboxLeaseMs: env.OUTBOX_LEASE_MS,
  };
}

/** The environment of a service that owns documents; `contract.md`, Processes. */
export function ownerServiceEnvironment(defaults: { port: number; internalPort: number }) {
  return serviceEnvironment(defaults, ownerVariables);
}

/** Maps checked variables to the configuration that the code uses. */
export function ownerServiceConfig(
  env: z.output<ReturnType<typeof ownerServiceEnvironment>>,
): ServiceConfig & OwnerConfig {
  return { ...serviceConfig(env), ...ownerConfig(env) };
}

/**
 * Checks that an owner has kinds, and those of the service's documents among them.
 *
 * @throws ConfigError in one line that names those that are missing
 */
export function assertKinds(registry: KindRegistry, owner: Owner, kinds: readonly Kind[]): void {
  const missingKinds = kinds.filter((kind) => registry.ownerOf(kind) !== owner);
  if (missingKinds.length === 0 && registry.kindsOf(owner).length > 0) return;
  throw new ConfigError([`DOCUMENT_KINDS: expected ${owner}:${missingKinds.join(",") || "<Kind>"} in it`]);
}
