import type { Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from "fastify";
import { createTurns } from "./event-loop-turns.ts";
import { hasTooManyValues, isLargeJson, MAX_JSON_VALUES } from "./json-values.ts";

/** Bytes that are read in the time that one value of a turn takes elsewhere. */
const BYTES_PER_VALUE = 200;

/**
 * Creates the parser of JSON bodies. Large ones are looked at in turns of the event loop, one user after the other, so
 * that nobody waits for the large bodies of others; those with more values than anybody needs are refused unread.
 *
 * @returns a parser for `parseAs: "buffer"`; it fails with `INVALID_INPUT`, or as Fastify's own does
 */
export function createJsonParser(app: FastifyInstance): FastifyBodyParser<Buffer> {
  const parse = app.getDefaultJsonParser("error", "error");
  const turns = createTurns();
  return (request, body, done) => {
    const read = () => {
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

/** Whose turn it is: the caller, or where no token is asked for, the address. */
function userOf(request: FastifyRequest): string {
  const caller = request.principal as Principal | undefined;
  return caller ? `${caller.issuer}\n${caller.userId}` : request.ip;
}
