import { DomainError } from "@countersign/domain/errors";
import { type Text, text } from "@countersign/texts";
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isUpgrade } from "./is-upgrade.ts";
import { callerKeyOf, requesterOf } from "./lane-requests.ts";

const WINDOW_MS = 60_000;

/** Bounds on requests in a minute; 0: any number. */
export interface RequestLimits {
  /** Of one address (for IPv6 a /64), without a valid token. */
  anonymousPerMinute: number;
  /** Of one user or service, with a valid token. */
  requestsPerMinute: number;
}

type Count = ReturnType<FastifyInstance["createRateLimit"]>;

/** Whether the request carries something that may be a credential. A socket sends it after its upgrade. */
const bringsCredential = (request: FastifyRequest) =>
  request.headers.authorization !== undefined || isUpgrade(request);

/**
 * Bounds the requests of one user, and the anonymous ones of one address: those without a credential, and those whose
 * credential is refused. Further ones get 429 with `Retry-After`.
 *
 * @returns to be called before an error is answered; returns the error to answer with
 */
export function limitRequests(
  app: FastifyInstance,
  { anonymousPerMinute, requestsPerMinute }: RequestLimits,
): (error: Error, request: FastifyRequest, reply: FastifyReply) => Promise<Error> {
  let ofAddress: Count | undefined;
  let ofUser: Count | undefined;
  void app.register(rateLimit, { global: false, timeWindow: WINDOW_MS });
  app.after(() => {
    if (anonymousPerMinute > 0) ofAddress = app.createRateLimit({ max: anonymousPerMinute });
    if (requestsPerMinute > 0)
      ofUser = app.createRateLimit({ max: requestsPerMinute, keyGenerator: requesterOf });
  });
  const anonymousRefusal = async (request: FastifyRequest, reply: FastifyReply) =>
    refusalOf(ofAddress, text("passing.tooManyAnonymous"), request, reply);

  app.addHook("onRequest", async (request, reply) => {
    const refusal = bringsCredential(request) ? undefined : await anonymousRefusal(request, reply);
    if (refusal) throw refusal;
  });
  // After the scopes' own onRequest hooks, which verify the token.
  app.addHook("preParsing", async (request, reply) => {
    if (callerKeyOf(request) === undefined) return;
    const refusal = await refusalOf(ofUser, text("passing.tooManyInAMinute"), request, reply);
    if (refusal) throw refusal;
  });
  return async (error, request, reply) => {
    const wasRefused = error instanceof DomainError && error.code === "UNAUTHENTICATED";
    if (!wasRefused || !bringsCredential(request)) return error;
    return (await anonymousRefusal(request, reply)) ?? error;
  };
}

async function refusalOf(
  count: Count | undefined,
  why: Text,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<DomainError | undefined> {
  const countResult = await count?.(request);
  if (countResult === undefined || countResult.isAllowed || !countResult.isExceeded) return undefined;
  void reply.header("retry-after", countResult.ttlInSeconds);
  return new DomainError("TOO_MANY_REQUESTS", why);
}
