import type { ServerResponse } from "node:http";
import { errorBody, SECURITY_HEADERS } from "@countersign/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { VersionAnswer } from "../version-answer.ts";
import type { VersionReader } from "../version-reader.ts";
import { hasBody, matchesEtag, staleIfErrorSeconds } from "./request-headers.ts";

const PATH = "/api/version";

/** Of every answer: any web page may read it, without credentials. */
const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "ETag, Age, Retry-After, X-Version-Gate-Stale",
};

/** Clients may keep an answer, and must ask before each use whether it still holds; shared caches may not. */
const FRESH_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "private, no-cache",
};

const PREFLIGHT_HEADERS = {
  allow: "GET, HEAD, OPTIONS",
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "Cache-Control, If-None-Match",
  "access-control-max-age": "86400",
};

const RETRY_AFTER_SECONDS = 1;

/** The kinds of answers, for counting. */
export const ANSWERS = ["fresh", "not_modified", "stale", "no_record", "unavailable"] as const;
export type Answer = (typeof ANSWERS)[number];

export interface VersionRouteDeps {
  reader: Pick<VersionReader, "current" | "lastServed">;
  /** Told the kind of each answer. */
  onAnswer: (answer: Answer) => void;
}

/** Registers `GET /api/version` (specification: "Endpoints"), HEAD and the CORS preflight. */
export function registerVersionRoute(app: FastifyInstance, { reader, onAnswer }: VersionRouteDeps): void {
  const sendWhole = createWholeSender();

  app.addHook("onSend", (_request, reply, _payload, done) => {
    void reply.headers(CORS_HEADERS);
    done();
  });

  function sendAnswer(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: VersionAnswer | undefined,
  ): Answer {
    if (answer === undefined) return sendFailure(reply, 500, "no_record");
    return isPlainGet(request) ? sendWhole(reply, answer) : sendByRequest(request, reply, answer);
  }

  app.route({
    method: ["GET", "HEAD"],
    url: PATH,
    handler: (request, reply) => {
      // Callbacks instead of an async handler: a promise less per request on the hottest path of the platform.
      reader.current().then(
        (answer) => onAnswer(sendAnswer(request, reply, answer)),
        () => onAnswer(sendStaleOrUnavailable(request, reply, reader)),
      );
    },
  });

  app.options(PATH, (_request, reply) => reply.code(204).headers(PREFLIGHT_HEADERS).send());
}

/** Whether nothing but the whole answer can follow: no condition, and no body to get rid of. */
function isPlainGet({ method, headers }: FastifyRequest): boolean {
  return method === "GET" && headers["if-none-match"] === undefined && !hasBody(headers);
}

/**
 * Creates the sender of whole answers. It writes past Fastify's reply, with a header list that is kept as long as the
 * answer: measured, this halves what the service adds to a bare route (docs/version-gate.md, "Figures").
 */
function createWholeSender(): (reply: FastifyReply, answer: VersionAnswer) => Answer {
  let last: { answer: VersionAnswer; headers: string[] } | undefined;

  function headersOf(answer: VersionAnswer): string[] {
    if (last?.answer !== answer) {
      const headers = {
        ...SECURITY_HEADERS,
        ...CORS_HEADERS,
        ...FRESH_HEADERS,
        etag: answer.etag,
        "content-length": String(Buffer.byteLength(answer.body)),
      };
      last = { answer, headers: Object.entries(headers).flat() };
    }
    return last.headers;
  }

  return (reply, answer) => {
    reply.hijack();
    const response: ServerResponse = reply.raw;
    response.writeHead(200, headersOf(answer));
    response.end(answer.body);
    return "fresh";
  };
}

function sendByRequest(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: VersionAnswer,
): Answer {
  // Nobody reads the request's body: the connection ends after the answer.
  if (hasBody(headers)) void reply.header("connection", "close");
  void reply.headers(FRESH_HEADERS).header("etag", etag);
  if (matchesEtag(headers["if-none-match"], etag)) {
    void reply.removeHeader("content-type").code(304).send();
    return "not_modified";
  }
  void reply.send(body);
  return "fresh";
}

function sendStaleOrUnavailable(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  reader: Pick<VersionReader, "lastServed">,
): Answer {
  const acceptedSeconds = staleIfErrorSeconds(headers["cache-control"]);
  const stale = acceptedSeconds === undefined ? undefined : reader.lastServed(acceptedSeconds);
  if (stale === undefined) {
    return sendFailure(reply.header("retry-after", RETRY_AFTER_SECONDS), 503, "unavailable");
  }
  void reply
    .headers(FRESH_HEADERS)
    .headers({
      "cache-control": "no-store",
      etag: stale.answer.etag,
      age: stale.ageSeconds,
      "x-version-gate-stale": "true",
    })
    .send(stale.answer.body);
  return "stale";
}

function sendFailure(reply: FastifyReply, status: 500 | 503, answer: "no_record" | "unavailable"): Answer {
  void reply
    .code(status)
    .header("cache-control", "no-store")
    .send(errorBody(status, answer.toUpperCase(), ""));
  return answer;
}
