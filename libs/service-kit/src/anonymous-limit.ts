import { DomainError } from "@countersign/domain/errors";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const WINDOW_MS = 60_000;

/** Whether the request brings something that may tell who is calling. A socket does so after its upgrade. */
const bringsCredential = ({ headers }: FastifyRequest) =>
  headers.authorization !== undefined || headers.upgrade !== undefined;

/**
 * Bounds the requests of one address (for IPv6 a /64) that nobody answers for: those without a credential, and those
 * whose credential is refused. Further ones get 429 with `Retry-After`. Callers with a good token are never held up,
 * whatever else comes from their address.
 *
 * @param perMinute requests of one address in a minute
 * @returns to be asked before an error is answered: the error to answer with
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
