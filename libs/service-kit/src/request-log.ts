import { type FastifyReply, type FastifyRequest, LogController } from "fastify";

/** `all`: a line per request. `failures`: only requests that failed on our side. `none`: the app logs for itself. */
export type RequestLog = "all" | "failures" | "none";

/** One line per finished request, by route pattern, because a raw URL may carry secrets. */
class RequestLogController extends LogController {
  readonly #which: RequestLog;

  constructor(loggedRequests: RequestLog) {
    super();
    this.#which = loggedRequests;
  }

  override incomingRequest(): void {
    // The line at the end is enough.
  }

  override routeNotFound(): void {
    // Counted with its status like any other answer.
  }

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (this.#which === "none") return;
    const hasFailed = error != null || reply.statusCode >= 500;
    if (this.#which === "failures" && !hasFailed) return;
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? "unknown",
      statusCode: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      ...(error != null && { err: error }),
    };
    if (hasFailed) reply.log.warn(line, "request failed");
    else reply.log.info(line, "request completed");
  }
}

/** The log lines of an app's requests. */
export function createRequestLog(loggedRequests: RequestLog): LogController {
  return new RequestLogController(loggedRequests);
}
