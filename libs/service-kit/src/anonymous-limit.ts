import { DomainError } from "@countersign/domain/errors";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const WINDOW_MS = 60_000;

/** Whether the request carries something that may be a credential. A socket sends it after its upgrade. */
const bringsCredential = ({ headers }: FastifyRequest) =>
  headers.authorization !== undefined || headers.upgrade !== undefined;

/**
 * Bounds the anonymous requests of one address (for IPv6 a /64): those without a credential, and those whose credential
 * is refused. Further ones get 429 with `Retry-After`. The limit never affects callers with a good token.
 *
 * @param perMinute requests of one address in a minute
 * @returns to be called before an error is answered; returns the error to answer with
 */
export function limitAnonymousRequests(
  app: FastifyInstance,
  perMinute: number,
): (error: Error, request: FastifyRequest, reply: FastifyReply) => Promise<Error> {
  let count: ReturnType<FastifyInstance["createRateLimit"]>;
  void app.register(rateLimit, { global: false, max: perMinute, timeWindow: WINDOW_MS });
  app.after(() => {
    count = app.createRateLimit();
  });

  async function refusalOf(request: FastifyRequest, reply: FastifyReply): Promise<DomainError | undefined> {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return undefined;
    void reply.header("retry-after", counted.ttlInSeconds);
    return new DomainError("TOO_MANY_REQUESTS", "Too many requests without a valid token");
  }

  app.addHook("onRequest", async (request, reply) => {
    const refusal = bringsCredential(request) ? undefined : await refusalOf(request, reply);
    if (refusal) throw refusal;
  });
  return async (error, request, reply) => {
    const wasRefused = error instanceof DomainError && error.code === "UNAUTHENTICATED";
    if (!wasRefused || !bringsCredential(request)) return error;
    return (await refusalOf(request, reply)) ?? error;
  };
}
