import { DomainError } from "@countersign/domain/errors";
import type { FastifyBodyParser, FastifyInstance } from "fastify";
import { createTurns } from "./event-loop-turns.ts";
import { hasTooManyValues, isLargeJson, MAX_JSON_VALUES } from "./json-values.ts";
import { userOf } from "./user-of.ts";

/** Bytes that take as long to read as one value of a turn. */
export const BYTES_PER_VALUE = 200;
/** Rest after a turn, which reads 100 KB in about half a millisecond. Many large bodies use a part of the time only. */
export const REST_MS = 4;

/**
 * Creates the parser of JSON bodies. Large ones are read in turns of the event loop, one user after the other, so that
 * nobody waits for the large bodies of others; those with too many values are refused unread.
 *
 * @returns a parser for `parseAs: "buffer"`; it fails with `INVALID_INPUT`, or like Fastify's own
 */
export function createJsonParser(app: FastifyInstance): FastifyBodyParser<Buffer> {
  const parse = app.getDefaultJsonParser("error", "error");
  const turns = createTurns({ restMs: REST_MS });
  return (request, body, done) => {
    const read = () => {
      request.leaveBodyLane?.();
      if (hasTooManyValues(body)) {
        done(new DomainError("INVALID_INPUT", `The body has more than ${MAX_JSON_VALUES} values`));
      } else {
        void parse(request, body.toString(), done);
      }
    };
    const turn = isLargeJson(body) ? turns.take(userOf(request), body.length / BYTES_PER_VALUE) : undefined;
    if (turn) void turn.then(read);
    else read();
  };
}
