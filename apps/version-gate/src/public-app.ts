import { createHttpApp, type Logger } from "@countersign/service-kit";
import type { FastifyInstance } from "fastify";
import { registerVersionRoute, type VersionRouteDeps } from "./routes/version-route.ts";

export interface PublicAppDeps extends VersionRouteDeps {
  logger: Logger;
}

/** Open connections per replica: what a gateway's keep-alive pools need, and a bound on memory. */
const MAX_CONNECTIONS = 20_000;

/** Builds the public surface: `/api/version` and nothing else. */
export function buildPublicApp({ logger, ...deps }: PublicAppDeps): FastifyInstance {
  const app = createHttpApp({
    logger,
    // The hottest endpoint of the platform: requests are counted, and failed reads are logged once for all who waited.
    requestLog: "none",
    bodyLimitBytes: 1024,
    headerLimitBytes: 8 * 1024,
    headersTimeoutMs: 5_000,
    requestTimeoutMs: 10_000,
    maxConnections: MAX_CONNECTIONS,
  });
  registerVersionRoute(app, deps);
  return app;
}
