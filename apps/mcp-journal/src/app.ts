import {
  admitClients,
  answerTooLarge,
  createStatelessRequests,
  protectedResourceRoutes,
  protectedResourceUrl,
} from "@countersign/mcp";
import type { AddressInfo } from "node:net";
import { authPlugin, type OnLeaving, type Principal, type VerifyToken } from "@countersign/auth";
import type { Bus } from "@countersign/bus";
import type { Lanes } from "@countersign/concurrency";
import { createHttpApp, laneRequests, type Logger, type Metrics } from "@countersign/service-kit";
import type { Tracing } from "@countersign/tracing";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { FastifyInstance } from "fastify";
import type { McpJournalConfig } from "./config.ts";
import { observeSessions } from "./mcp-metrics.ts";
import { SCOPES, refuseMissingScopes } from "./routes/scopes.ts";
import { sseRoutes } from "./routes/sse-routes.ts";
import { streamableRoutes } from "./routes/streamable-routes.ts";
import { createSessionDirectory } from "./transport/session-directory.ts";
import { createSessionRegistry } from "./transport/session-registry.ts";
import { createSessions } from "./transport/sessions.ts";

export type McpAppConfig = Pick<
  McpJournalConfig,
  | "publicUrl"
  | "allowedHosts"
  | "allowedOrigins"
  | "sessions"
  | "maxUnreadBytes"
  | "maxBodyBytes"
  | "keepAliveMs"
  | "auth"
  | "scopes"
  | "listen"
  | "edge"
>;

export interface McpAppDeps {
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
  tracing: Tracing;
  verify: VerifyToken;
  /** The lanes of users, shared with the tools. */
  lanes: Lanes;
  /** Ends the sessions of a leaver. */
  onLeaving: OnLeaving;
  /** Makes the protocol server of one session. */
  createServer: (owner: Principal) => Server;
  /** Makes the protocol server of one request in the revision without sessions. */
  createStatelessServer: McpServerFactory;
}

/** The public surface of mcp-journal: both transports over the same servers, behind the token check. */
export function buildApp(
  config: McpAppConfig,
  {
    bus,
    logger,
    metrics,
    tracing,
    verify,
    onLeaving,
    lanes,
    createServer,
    createStatelessServer,
  }: McpAppDeps,
): FastifyInstance {
  const { maxUnreadBytes, keepAliveMs } = config;
  const app = createHttpApp({
    logger,
    metrics,
    tracing,
    bodyLimitBytes: config.maxBodyBytes,
    requestLog: "failures",
    edge: config.edge,
    shedsLoad: true,
  });
  const registry = createSessionRegistry({ limits: config.sessions });
  const directory = createSessionDirectory({ bus, registry, keepAliveMs, logger });
  const sessions = createSessions({ registry, directory, logger, onLeaving });
  const stateless = createStatelessRequests(createStatelessServer, { older: "leave" });
  observeSessions(metrics, registry);

  admitClients(app, config);
  // Half of the time that stopping may take; the rest is for the answers on their way out.
  app.addHook("onClose", () => stateless.close());
  app.addHook("preClose", () => registry.closeAll(config.listen.shutdownTimeoutMs / 2));
  // The port may be any free one, which is known once the app listens.
  const publicUrl = () =>
    config.publicUrl ?? `http://localhost:${(app.server.address() as AddressInfo).port}`;
  const resourceMetadataUrl = () => protectedResourceUrl(publicUrl());
  protectedResourceRoutes(app, {
    publicUrl,
    issuer: config.auth.issuer,
    path: "/api/mcp",
    name: "Countersign journal tools",
    scopes: SCOPES,
    alsoAt: ["", "/api/mcp/sse"],
  });
  void app.register(async (scope) => {
    scope.setErrorHandler(answerTooLarge);
    await scope.register(authPlugin, { verify, resourceMetadataUrl, scopes: SCOPES });
    scope.addHook("preHandler", refuseMissingScopes(config.scopes, resourceMetadataUrl));
    // A session's answer may wait for a further message of its client, so the place is only that of the body.
    laneRequests(scope, lanes, { until: "parsed" });
    const publicPath = config.publicUrl === undefined ? "" : new URL(config.publicUrl).pathname;
    sseRoutes(scope, { sessions, createServer, maxUnreadBytes, keepAliveMs, publicPath });
    streamableRoutes(scope, { sessions, createServer, stateless, maxUnreadBytes, keepAliveMs });
  });
  return app;
}
