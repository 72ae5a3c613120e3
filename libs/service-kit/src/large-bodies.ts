import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { LARGE_JSON_BYTES } from "./json-values.ts";
import { createLanes } from "./user-lanes.ts";
import { userOf } from "./user-of.ts";

/** Large bodies of one user that are read at a time. Until it is parsed, each takes a multiple of its bytes. */
const AT_ONCE = 4;

declare module "fastify" {
  interface FastifyRequest {
    /** Gives back the place that a large body takes. The parser calls it as it begins. */
    leaveBodyLane: (() => void) | undefined;
  }
}

/**
 * Makes large bodies wait before they are read until their user has one of a few places. While one waits, nothing is
 * read from its connection. The place is free again before the handler runs, which may wait for another message of the
 * user.
 */
export function readLargeBodiesInTurn(app: FastifyInstance): void {
  // Each waiting body belongs to a connection, and their number is bounded.
  const placeOf = createLanes({ running: AT_ONCE });

  app.decorateRequest("leaveBodyLane");
  app.addHook("preParsing", (request, reply, _payload, done) => {
    if (!mayBeLarge(request)) return done();
    // The client has gone: no event would give the place back.
    if (reply.raw.destroyed) return undefined;
    const { turn, leave } = placeOf(userOf(request));
    request.leaveBodyLane = leave;
    // Refused, aborted or timed out.
    reply.raw.once("finish", leave).once("close", leave);
    const read = () => done();
    if (turn) void turn.then(read);
    else read();
    return undefined;
  });
}

/** Whether the body of a request is large, or does not tell its length. */
export const mayBeLarge = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
  Number(headers["content-length"]) >= LARGE_JSON_BYTES || headers["transfer-encoding"] !== undefined;
