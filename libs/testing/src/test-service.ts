import type { Bus } from "@countersign/bus";
import type { Service } from "@countersign/runtime";
import type { Environment, RunningService } from "@countersign/service-kit";
import { afterwards } from "./afterwards.ts";
import { silentLogger } from "./silent-logger.ts";
import { testTokens } from "./test-tokens.ts";
import type { TestStore } from "./use-test-store.ts";

/** The variables of a service on a test's database: any free ports, and the issuer of {@link testTokens}. */
export function testEnvironment({ uri, dbName }: Pick<TestStore, "uri" | "dbName">) {
  return {
    ...testTokens().environment,
    MONGODB_URI: uri,
    MONGODB_DB: dbName,
    PORT: "0",
    INTERNAL_PORT: "0",
  };
}

/**
 * Starts a service in the test's process, on free ports and the test's store, which it leaves open.
 *
 * @param options.bus a shared bus, which it leaves open too. Default: a bus of its own
 * @param options.env variables that add to or replace those of {@link testEnvironment}
 */
export function startTestService(
  service: Service,
  store: TestStore,
  { bus, env }: { bus?: Bus; env?: Environment } = {},
): Promise<RunningService> {
  return service.start({ ...testEnvironment(store), ...env }, { store, bus, logger: silentLogger });
}

/** Starts a service for the running test, or else for the spec file, and stops it afterwards. */
export async function useTestService(
  ...startArguments: Parameters<typeof startTestService>
): ReturnType<typeof startTestService> {
  const service = await startTestService(...startArguments);
  afterwards(() => service.stop());
  return service;
}
