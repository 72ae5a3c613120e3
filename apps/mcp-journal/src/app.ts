import { authPlugin, type VerifyToken } from "@countersign/auth";
import type { Bus } from "@countersign/messaging";
import { createHttpApp, errorBody, type Logger, type Metrics } from "@countersign/service-kit";
import type { FastifyInstance } from "fastify";
import type { McpJournalConfig } from "./config.ts";
import { createMcpMetrics } from "./mcp-metrics.ts";
import { createOriginGuard } from "./routes/origin-guard.ts";
import { protectedResourceRoutes, protectedResourceUrl } from "./routes/protected-resource.ts";
import { sseRoutes } from "./routes/sse-routes.ts";
import { streamableRoutes } from "./routes/streamable-routes.ts";
import type { Tool } from "./tools/tool.ts";
import { createToolServer } from "./tools/tool-server.ts";
import { createSessionDirectory } from "./transport/session-directory.ts";
import { createSessionRegistry, TooManySessions } from "./transport/session-registry.ts";
import { createSessions } from "./transport/sessions.ts";

/** Below the broker's limit for one message (1 MiB), so that any message can be forwarded. */
const BODY_LIMIT_BYTES = 512 * 1024;

export interface McpJournalDeps {
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
  verify: VerifyToken;
  tools: readonly Tool[];
}

/** The public surface of mcp-journal: both transports over the same tools, behind the token check. */
export function buildApp(
  config: Pick<
    McpJournalConfig,
    | "serverName"
    | "publicUrl"
    | "confirmPost"
    | "allowedHosts"
    | "allowedOrigins"
    | "sessions"
    | "maxUnreadBytes"
    | "keepAliveMs"
    | "auth"
  >,
  { bus, logger, metrics, verify, tools }: McpJournalDeps,
): FastifyInstance {
  const { maxUnreadBytes, keepAliveMs } = config;
  const app = createHttpApp({ logger, metrics, bodyLimitBytes: BODY_LIMIT_BYTES });
  const registry = createSessionRegistry({ limits: config.sessions });
  const directory = createSessionDirectory({ bus, registry, keepAliveMs, logger });
  const sessions = createSessions({ registry, directory, logger });
  const { onCall } = createMcpMetrics(metrics, registry);
  const createServer = () =>
    createToolServer(tools, { name: config.serverName, askPerson: config.confirmPost, onCall });

  app.addHook("onRequest", createOriginGuard(config));
  app.addHook("preClose", () => registry.closeAll());
  protectedResourceRoutes(app, { publicUrl: config.publicUrl, issuer: config.auth.issuer });
  void app.register(async (scope) => {
    await scope.register(authPlugin, { verify, resourceMetadataUrl: protectedResourceUrl(config.publicUrl) });
    const handleError = scope.errorHandler;
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof TooManySessions)) return handleError(error, request, reply);
      return reply
        .status(429)
        .header("retry-after", "30")
        .send(errorBody(429, "TOO_MANY_SESSIONS", error.message));
    });
    sseRoutes(scope, { sessions, createServer, maxUnreadBytes, keepAliveMs });
    streamableRoutes(scope, { sessions, createServer, maxUnreadBytes, keepAliveMs });
  });
  return app;
}
