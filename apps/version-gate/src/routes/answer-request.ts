import { errorBody } from "@countersign/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SerialisedAnswer } from "../serialised-answer.ts";
import type { Publication } from "../version-answer.ts";
import type { VersionReader } from "../version-reader.ts";
import { hasBody, matchesEtag, staleIfErrorSeconds } from "./request-headers.ts";

/** The kinds of answers, for counting. */
export const ANSWERS = ["fresh", "not_modified", "stale", "no_record", "unavailable", "bad_request"] as const;
export type Answer = (typeof ANSWERS)[number];

export interface AnswerDeps {
  reader: Pick<VersionReader<Publication>, "current" | "lastServed">;
  /** Called with the kind of each answer. */
  onAnswer: (answer: Answer) => void;
}

/** Any web page may read the answers, without credentials. */
export const CORS_HEADERS = { "access-control-allow-origin": "*" };

/** Clients may keep an answer, and must ask before each use whether it still holds; shared caches may not. */
const FRESH_CACHING = { "cache-control": "private, no-cache" };

/** Of answers that hold only for this request. */
const UNCACHED_HEADERS = {
  "cache-control": "no-store",
  "access-control-expose-headers": "Age, Retry-After, X-Version-Gate-Stale",
};

const JSON_TYPE = "application/json; charset=utf-8";
const RETRY_AFTER_SECONDS = "1";

/** The answer to a request, and the headers of all its answers that have values. */
interface RouteAnswer extends SerialisedAnswer {
  headers?: Readonly<Record<string, string>>;
}

/** Makes the answer to a request from what is published. */
type AnswerOf = (publication: Publication) => RouteAnswer;

/** Creates what answers a GET or HEAD by the values of a read that begins after it (specification: "Endpoints"). */
export function createAnswerRequest({ reader, onAnswer }: AnswerDeps) {
  return async (request: FastifyRequest, reply: FastifyReply, answerOf: AnswerOf) => {
    // Nobody reads a body that comes along: the connection ends after the answer.
    if (hasBody(request.headers)) void reply.header("connection", "close");
    if (request.validationError) {
      onAnswer("bad_request");
      void reply.headers(UNCACHED_HEADERS);
      throw request.validationError;
    }
    let publication: Publication | undefined;
    try {
      publication = await reader.current();
    } catch {
      return sendStaleOrUnavailable(request, reply, answerOf);
    }
    if (publication !== undefined) return sendFresh(request, reply, answerOf(publication));
    onAnswer("no_record");
    return reply
      .code(500)
      .headers(UNCACHED_HEADERS)
      .send(errorBody(500, "NO_RECORD", ""));
  };

  function sendFresh({ headers }: FastifyRequest, reply: FastifyReply, answer: RouteAnswer): FastifyReply {
    void reply.headers({ ...FRESH_CACHING, ...answer.headers, etag: answer.etag });
    if (matchesEtag(headers["if-none-match"], answer.etag)) {
      onAnswer("not_modified");
      return reply.code(304).send();
    }
    onAnswer("fresh");
    return reply.type(JSON_TYPE).send(answer.body);
  }

  function sendStaleOrUnavailable(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    answerOf: AnswerOf,
  ): FastifyReply {
    void reply.headers(UNCACHED_HEADERS);
    const acceptedSeconds = staleIfErrorSeconds(headers["cache-control"]);
    const stale = acceptedSeconds === undefined ? undefined : reader.lastServed(acceptedSeconds);
    if (stale === undefined) {
      onAnswer("unavailable");
      return reply
        .code(503)
        .header("retry-after", RETRY_AFTER_SECONDS)
        .send(errorBody(503, "UNAVAILABLE", ""));
    }
    onAnswer("stale");
    const { body, etag, headers: ownHeaders } = answerOf(stale.answer);
    const age = `${stale.ageSeconds}`;
    return reply
      .headers({ ...ownHeaders, etag, age, "x-version-gate-stale": "true" })
      .type(JSON_TYPE)
      .send(body);
  }
}
