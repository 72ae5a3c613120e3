import type { Rotation } from "@countersign/concurrency";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { FastifyBodyParser, FastifyInstance } from "fastify";
import { hasTooManyValues, isLargeJson, MAX_JSON_VALUES } from "./json-values.ts";
import { requesterOf } from "./lane-requests.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The turns of the event loop in which long computations for users are split. */
    rotation: Rotation;
  }
}

/** Bytes that take as long to read as one value of a turn. */
const BYTES_PER_VALUE = 200;

/**
 * Creates the parser of JSON bodies. Large ones are read in turns of the event loop, one user after the other; those with
 * too many values are refused unread.
 *
 * @returns a parser for `parseAs: "buffer"`; it fails with `INVALID_INPUT`, or like Fastify's own
 */
export function createJsonParser(app: FastifyInstance): FastifyBodyParser<Buffer> {
  const parse = app.getDefaultJsonParser("error", "error");
  return (request, body, next) => {
    const read = () => {
      if (hasTooManyValues(body)) {
        next(new DomainError("INVALID_INPUT", text("input.tooManyValues", { maximum: MAX_JSON_VALUES })));
      } else {
        void parse(request, body.toString(), next);
      }
    };
    const turn = isLargeJson(body)
      ? app.rotation(requesterOf(request), body.length / BYTES_PER_VALUE)
      : undefined;
    if (turn) void turn.then(read);
    else read();
  };
}
