import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createRotation } from "@countersign/concurrency";
import type { Tracing } from "@countersign/tracing";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { answerClientError } from "./client-error.ts";
import type { EdgeConfig } from "./environment.ts";
import { handleError, handleNotFound } from "./http-errors.ts";
import { createHttpServer } from "./http-server.ts";
import { createJsonParser } from "./json-bodies.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import { limitRequests } from "./request-limits.ts";
import { shedLoad } from "./shed-load.ts";
import type { ReadingPace } from "./slow-readers.ts";
import { traceRequests } from "./trace-requests.ts";

export interface HttpAppOptions {
  logger: Logger;
  /** Counts request durations. */
  metrics?: Metrics;
  /** Traces requests. Default: no traces. */
  tracing?: Tracing;
  /** Which requests get a log line. Default `all`. */
  requestLog?: RequestLog;
  /** Largest body, in bytes. Default 256 KiB. */
  bodyLimitBytes?: number;
  /** Largest header block, in bytes. Default 16 KiB. */
  headerLimitBytes?: number;
  /** How long a client may take to send its headers. Default 10 s. */
  headersTimeoutMs?: number;
  /** How long a client may take to send its whole request. Default 30 s. */
  requestTimeoutMs?: number;
  /** How long an idle connection stays open; longer than the gateway's. Default 75 s. */
  keepAliveTimeoutMs?: number;
  /** Most connections at a time; further ones are closed at once. Default 10,000; `serve` sets the configured one. */
  maxConnections?: number;
  /** Clients that read more slowly are cut off. Default 30 KB in 30 s. */
  readingPace?: ReadingPace;
  /** Bytes that all clients together may leave unread. Beyond that, those with most are cut off. Default 128 MB. */
  unreadMaxBytes?: number;
  /** Reads the text behind `?`. Default: Fastify's own, to which a plus sign is a blank. */
  querystringParser?: (text: string) => Record<string, unknown>;
  /** The edge in front of the app. Default: the other end of the connection is the client, and nobody is limited. */
  edge?: EdgeConfig;
  /** Answers 503 while the process is overloaded. Default: serves every request. */
  shedsLoad?: boolean;
}

/** {@link createHttpApp} sets these on every answer of Fastify, unless the route chose another value. */
export const SECURITY_HEADERS = {
  "content-security-policy": "default-src 'none'",
  "x-content-type-options": "nosniff",
};

/** A request's id: the gateway's if it is well-formed, else a new one. */
function requestIdOf({ headers }: IncomingMessage): string {
  const givenId = headers["x-request-id"];
  return typeof givenId === "string" && /^[\w.:-]{1,64}$/.test(givenId) ? givenId : randomUUID();
}

/**
 * Creates a Fastify app with the common parts of all HTTP surfaces: request ids, bounds on size and time, one error shape
 * (`{ statusCode, code, error, message }`, without internals in 5xx), 404 and 405, and security headers.
 */
export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = options.logger;
  const limits = {
    headerLimitBytes: options.headerLimitBytes ?? 16 * 1024,
    headersTimeoutMs: options.headersTimeoutMs ?? 10_000,
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    keepAliveTimeoutMs: options.keepAliveTimeoutMs ?? 75_000,
    maxConnections: options.maxConnections ?? 10_000,
    readingPace: options.readingPace ?? { everyMs: 30_000, leastBytes: 30_000 },
    unreadMaxBytes: options.unreadMaxBytes ?? 128_000_000,
  };
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: createRequestLog(options.requestLog ?? "all"),
    bodyLimit: options.bodyLimitBytes ?? 256 * 1024,
    trustProxy: options.edge?.trustedProxies ?? false,
    ...(options.querystringParser && {
      routerOptions: { querystringParser: options.querystringParser },
    }),
    // While it stops, the service still serves requests on open connections.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    requestIdHeader: false,
    genReqId: requestIdOf,
    frameworkErrors: (error, request, reply) => {
      void reply.headers(SECURITY_HEADERS);
      handleError(error, request, reply);
    },
    clientErrorHandler: answerClientError,
    serverFactory: (listener) =>
      createHttpServer(listener, limits, ({ remoteAddress }) =>
        options.logger.info({ remoteAddress }, "closed a connection whose client does not read"),
      ),
  });

  // First, so that all later work belongs to the request's trace.
  if (options.tracing) traceRequests(app, options.tracing);
  app.addHook("onSend", (request, reply, _payload, next) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!reply.hasHeader(name)) void reply.header(name, value);
    }
    void reply.header("x-request-id", request.id);
    if (reply.statusCode === PAYLOAD_TOO_LARGE) readToItsEnd(request, reply);
    next();
  });
  if (options.shedsLoad === true) shedLoad(app);
  app.decorate("rotation", createRotation());
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, createJsonParser(app));
  handleErrors(app, options.edge);
  handleNotFound(app);
  if (options.metrics) observeRequests(app, options.metrics);
  return app;
}

const PAYLOAD_TOO_LARGE = 413;

/**
 * Lets the client of a body that is too large finish what it writes, within `requestTimeoutMs`, and throws that away. Were
 * the connection closed at once, as Fastify does, a client that still writes would lose the answer with it (EPIPE).
 */
function readToItsEnd({ raw }: FastifyRequest, reply: FastifyReply): void {
  void reply.removeHeader("connection");
  raw.resume();
}

function handleErrors(
  app: FastifyInstance,
  { anonymousPerMinute = 0, requestsPerMinute = 0 }: Partial<EdgeConfig> = {},
): void {
  if (anonymousPerMinute + requestsPerMinute === 0) {
    app.setErrorHandler(handleError);
    return;
  }
  const limitError = limitRequests(app, { anonymousPerMinute, requestsPerMinute });
  app.setErrorHandler(async (error: Error, request, reply) => {
    handleError(await limitError(error, request, reply), request, reply);
    return reply;
  });
}

function observeRequests(app: FastifyInstance, { httpRequestDuration }: Metrics): void {
  app.addHook("onResponse", (request, reply, next) => {
    const route = request.routeOptions.url ?? "unknown";
    httpRequestDuration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    next();
  });
}
