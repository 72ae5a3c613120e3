import { checkRequestsByZod, createHttpApp, type Logger } from "@countersign/service-kit";
import type { FastifyInstance } from "fastify";
import { parseQuery, questionOf } from "./check-question.ts";
import { type AnswerDeps, CORS_HEADERS, createAnswerRequest } from "./routes/answer-request.ts";
import { checkRoute, preflightRoute, versionRoute } from "./routes/described-routes.ts";

export interface PublicRoutesDeps extends AnswerDeps {
  clock: () => Date;
}

export interface PublicAppDeps extends PublicRoutesDeps {
  logger: Logger;
}

const VERSION_PATH = "/api/version";
const CHECK_PATH = "/api/version/check";

const PREFLIGHT_HEADERS = {
  allow: "GET, HEAD, OPTIONS",
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "Cache-Control, If-None-Match",
  "access-control-max-age": "86400",
};

/** Builds the public surface: `/api/version`, `/api/version/check` and nothing else. */
export function buildPublicApp({ logger, ...deps }: PublicAppDeps): FastifyInstance {
  const app = createHttpApp({
    logger,
    // Requests are counted, and failed reads are logged once for all who waited.
    requestLog: "none",
    bodyLimitBytes: 1024,
    headerLimitBytes: 8 * 1024,
    headersTimeoutMs: 5_000,
    requestTimeoutMs: 10_000,
    querystringParser: parseQuery,
  });
  app.addHook("onSend", async (_request, reply) => void reply.headers(CORS_HEADERS));
  checkRequestsByZod(app);
  addPublicRoutes(app, deps);
  return app;
}

/** Adds the routes of the public surface, with the schemas that describe them. */
export function addPublicRoutes(app: FastifyInstance, { clock, ...deps }: PublicRoutesDeps): void {
  const answerRequest = createAnswerRequest(deps);
  app.get(VERSION_PATH, { schema: versionRoute }, (request, reply) =>
    answerRequest(request, reply, (publication) => publication),
  );
  // The handler sees what is wrong with a question, and counts it.
  app.get(CHECK_PATH, { schema: checkRoute, attachValidation: true }, (request, reply) =>
    answerRequest(request, reply, ({ check }) => ({
      ...check(questionOf(request), clock()),
      headers: { vary: "accept-language" },
    })),
  );
  for (const [url, { operationId }] of [
    [VERSION_PATH, versionRoute],
    [CHECK_PATH, checkRoute],
  ] as const) {
    app.options(url, { schema: preflightRoute(operationId) }, async (_request, reply) =>
      reply.code(204).headers(PREFLIGHT_HEADERS).send(),
    );
  }
}
