import { authPlugin, type VerifyToken } from "@countersign/auth";
import { createHttpApp, type Logger, type Metrics } from "@countersign/service-kit";
import type { FastifyInstance } from "fastify";
import { documentRoutes, type DocumentRoutesOptions } from "./routes/document-routes.ts";
import { createOpenApiDocument } from "./routes/openapi.ts";

export interface AppDependencies extends DocumentRoutesOptions {
  verify: VerifyToken;
  logger: Logger;
  metrics?: Metrics;
}

/** Bytes of a body; the documents are small. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** Builds the public app: the documents' REST API and, for anyone, its description. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { verify, logger, metrics, ...routes } = dependencies;
  const app = createHttpApp({ logger, bodyLimitBytes: BODY_LIMIT_BYTES, ...(metrics && { metrics }) });
  const description = createOpenApiDocument();
  app.get("/api/openapi.json", () => description);
  await app.register(async (scope) => {
    await scope.register(authPlugin, { verify });
    await scope.register(documentRoutes, routes);
  });
  return app;
}
