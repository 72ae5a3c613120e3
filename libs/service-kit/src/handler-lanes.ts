import type { FastifyInstance } from "fastify";
import { createLanes } from "./user-lanes.ts";
import { userOf } from "./user-of.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Gives back the place that the request takes while its handler runs. */
    leaveHandlerLane: (() => void) | undefined;
  }
}

/** Rest before a handler that has waited for its place. */
const REST_MS = 2;

/**
 * Runs the handlers of a scope a few at a time for each user, in the order of their requests, so that nobody waits
 * behind the many reads of another in the store. A handler must not wait for another request of its user.
 *
 * @param atOnce handlers of one user that run at a time
 */
export function handleInLanes(scope: FastifyInstance, atOnce: number): void {
  // Each waiting request belongs to a connection, and their number is bounded.
  const placeOf = createLanes({ running: atOnce, restMs: REST_MS });

  scope.decorateRequest("leaveHandlerLane");
  scope.addHook("preHandler", (request, reply, done) => {
    // The client has gone: no event would give the place back.
    if (reply.raw.destroyed) return;
    const { turn, leave } = placeOf(userOf(request));
    request.leaveHandlerLane = leave;
    if (!turn) return done();
    // A client that goes no longer waits. Once the handler runs, it keeps its place to the end all the same.
    reply.raw.once("close", leave);
    const handle = () => {
      reply.raw.off("close", leave);
      done();
    };
    void turn.then(handle);
  });
  scope.addHook("onSend", (request, _reply, _payload, done) => {
    request.leaveHandlerLane?.();
    done();
  });
}
