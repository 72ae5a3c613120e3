import { createHttpApp, type Logger } from "@countersign/service-kit";
import type { FastifyInstance } from "fastify";
import { parseQuery, readCheckQuestion } from "./check-question.ts";
import { type AnswerDeps, CORS_HEADERS, createAnswerRequest } from "./routes/answer-request.ts";

export interface PublicAppDeps extends AnswerDeps {
  logger: Logger;
  clock: () => Date;
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
export function buildPublicApp({ logger, clock, ...deps }: PublicAppDeps): FastifyInstance {
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
  const answerRequest = createAnswerRequest(deps);
  app.route({
    method: ["GET", "HEAD"],
    url: VERSION_PATH,
    handler: (request, reply) => answerRequest(request, reply, () => (publication) => publication),
  });
  app.route({
    method: ["GET", "HEAD"],
    url: CHECK_PATH,
    handler: (request, reply) =>
      answerRequest(request, reply, () => {
        const question = readCheckQuestion(request);
        return ({ check }) => ({ ...check(question, clock()), headers: { vary: "accept-language" } });
      }),
  });
  for (const url of [VERSION_PATH, CHECK_PATH]) {
    app.options(url, async (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
  }
  return app;
}
