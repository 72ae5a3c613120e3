import { createHttpApp, type Logger } from "@countersign/service-kit";
import type { RequestListener, Server } from "node:http";
import type { FastifyInstance } from "fastify";
import {
  type AnswerDeps,
  type AnswerRequest,
  CORS_HEADERS,
  createAnswerCheck,
  createAnswerVersion,
} from "./routes/answer-version.ts";

export interface PublicAppDeps extends AnswerDeps {
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
  const answers = { [VERSION_PATH]: createAnswerVersion(deps), [CHECK_PATH]: createAnswerCheck(deps) };
  const app = createHttpApp({
    logger,
    // Requests are counted, and failed reads are logged once for all who waited.
    requestLog: "none",
    bodyLimitBytes: 1024,
    headerLimitBytes: 8 * 1024,
    headersTimeoutMs: 5_000,
    requestTimeoutMs: 10_000,
  });
  takePlainRequests(app.server, answers);
  app.addHook("onSend", (_request, reply, _payload, done) => {
    void reply.headers(CORS_HEADERS);
    done();
  });
  for (const [url, answer] of Object.entries(answers)) {
    app.route({
      method: ["GET", "HEAD"],
      url,
      handler: (request, reply) => {
        reply.hijack();
        answer(request.raw, reply.raw);
      },
    });
    app.options(url, (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
  }
  return app;
}

/**
 * Plain GETs bypass Fastify (docs/performance-deviations.md); everything else uses the routes above. So do pipelined
 * requests whose predecessor is not answered yet: the app bounds those.
 */
function takePlainRequests(
  server: Server,
  answers: Record<typeof VERSION_PATH | typeof CHECK_PATH, AnswerRequest>,
): void {
  const others = server.listeners("request") as RequestListener[];
  const plainAnswerTo = (url = "") => {
    if (url === VERSION_PATH) return answers[VERSION_PATH];
    return url.startsWith(`${CHECK_PATH}?`) ? answers[CHECK_PATH] : undefined;
  };
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const answer =
      request.method === "GET" && response.socket !== null ? plainAnswerTo(request.url) : undefined;
    if (answer !== undefined) answer(request, response);
    else for (const other of others) other.call(server, request, response);
  });
}
