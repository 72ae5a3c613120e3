import { createHttpApp, type Logger } from "@countersign/service-kit";
import type { RequestListener, Server } from "node:http";
import type { FastifyInstance } from "fastify";
import {
  type AnswerVersion,
  type AnswerVersionDeps,
  CORS_HEADERS,
  createAnswerVersion,
} from "./routes/answer-version.ts";

export interface PublicAppDeps extends AnswerVersionDeps {
  logger: Logger;
}

const PATH = "/api/version";

const PREFLIGHT_HEADERS = {
  allow: "GET, HEAD, OPTIONS",
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "Cache-Control, If-None-Match",
  "access-control-max-age": "86400",
};

/** Builds the public surface: `/api/version` and nothing else. */
export function buildPublicApp({ logger, ...deps }: PublicAppDeps): FastifyInstance {
  const answerVersion = createAnswerVersion(deps);
  const app = createHttpApp({
    logger,
    // Requests are counted, and failed reads are logged once for all who waited.
    requestLog: "none",
    bodyLimitBytes: 1024,
    headerLimitBytes: 8 * 1024,
    headersTimeoutMs: 5_000,
    requestTimeoutMs: 10_000,
  });
  takePlainRequests(app.server, answerVersion);
  app.addHook("onSend", (_request, reply, _payload, done) => {
    void reply.headers(CORS_HEADERS);
    done();
  });
  app.route({
    method: ["GET", "HEAD"],
    url: PATH,
    handler: (request, reply) => {
      reply.hijack();
      answerVersion(request.raw, reply.raw);
    },
  });
  app.options(PATH, (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
  return app;
}

/**
 * Plain GETs bypass Fastify (docs/performance-deviations.md); everything else uses the route above. So do pipelined
 * requests whose predecessor is not answered yet: the app bounds those.
 */
function takePlainRequests(server: Server, answerVersion: AnswerVersion): void {
  const others = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (request.url === PATH && request.method === "GET" && response.socket !== null) {
      answerVersion(request, response);
    } else {
      for (const other of others) other.call(server, request, response);
    }
  });
}
