import { type Principal, serviceKey, type ServicePrincipal, userKey } from "@countersign/auth";
import { createLanes, type LanePlace, type Lanes } from "@countersign/concurrency";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isUpgrade } from "./is-upgrade.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Gives back the place that the request has in the lane of its user. */
    leaveLane: LanePlace["leave"] | undefined;
  }
}

/** The lanes of a service's users: four operations run, a hundred wait, more are refused with 429. */
export const createUserLanes = (): Lanes =>
  createLanes({
    overflow: () => new DomainError("TOO_MANY_REQUESTS", text("passing.tooMany")),
  });

/** The key of a request's user or service; undefined without a valid token. */
export function callerKeyOf(request: FastifyRequest): string | undefined {
  const { principal, service } = request as Partial<Pick<FastifyRequest, "principal" | "service">>;
  if (principal) return userKey(principal);
  return service && serviceKey(service);
}

/** The key of a request's user: the caller, or the address of requests without a valid token. */
export const requesterOf = (request: FastifyRequest): string => callerKeyOf(request) ?? request.ip;

/** @throws DomainError `UNAUTHENTICATED` for work that waited longer than its token lasts */
export function refuseExpired({ expiresAt }: Pick<Principal, "expiresAt">): void {
  if (Date.now() < expiresAt * 1_000) return;
  throw new DomainError("UNAUTHENTICATED", text("person.tokenExpired"));
}

/**
 * Gives each request of a scope a place in the lane of its user, before its body is read: while it waits, nothing is read
 * from its connection. A client that goes no longer waits; once the handler runs, it keeps its place to the end.
 *
 * @param options.until - the place is given back when the body is parsed, for handlers that may wait for another request
 *   of their user. Default: when the handler has answered
 */
export function laneRequests(
  scope: FastifyInstance,
  lanes: Lanes,
  { until = "answered" }: { until?: "parsed" | "answered" } = {},
): void {
  scope.decorateRequest("leaveLane");
  scope.addHook("preParsing", async (request, reply) => {
    // A socket's operations have places of their own, and a client that has gone needs none.
    if (isUpgrade(request) || reply.raw.destroyed) return;
    const { turn, leave } = lanes.enter(requesterOf(request));
    request.leaveLane = leave;
    reply.raw.once("close", leave);
    await turn;
    const caller = (request.principal ?? request.service) as Principal | ServicePrincipal | undefined;
    if (caller) refuseExpired(caller);
  });
  scope.addHook("preHandler", async (request, reply) => {
    if (until === "parsed") request.leaveLane?.();
    else if (request.leaveLane) reply.raw.off("close", request.leaveLane);
  });
  scope.addHook("onSend", async (request) => request.leaveLane?.());
}
