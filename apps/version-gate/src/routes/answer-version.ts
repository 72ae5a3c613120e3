import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { errorBody, SECURITY_HEADERS } from "@countersign/service-kit";
import type { VersionAnswer } from "../version-answer.ts";
import type { VersionReader } from "../version-reader.ts";
import { hasBody, matchesEtag, staleIfErrorSeconds } from "./request-headers.ts";

/** The kinds of answers, for counting. */
export const ANSWERS = ["fresh", "not_modified", "stale", "no_record", "unavailable"] as const;
export type Answer = (typeof ANSWERS)[number];

export interface AnswerVersionDeps {
  reader: Pick<VersionReader, "current" | "lastServed">;
  /** Called with the kind of each answer. */
  onAnswer: (answer: Answer) => void;
}

/** Answers a GET or HEAD of the version. */
export type AnswerVersion = (request: IncomingMessage, response: ServerResponse) => void;

/** Any web page may read the answers, without credentials. */
export const CORS_HEADERS = { "access-control-allow-origin": "*" };

const COMMON_HEADERS = {
  ...SECURITY_HEADERS,
  ...CORS_HEADERS,
  "content-type": "application/json; charset=utf-8",
};

/** Clients may keep an answer, and must ask before each use whether it still holds; shared caches may not. */
const FRESH_CACHING = { "cache-control": "private, no-cache" };

/** Of answers that hold only for this request. */
const UNCACHED_HEADERS = {
  ...COMMON_HEADERS,
  "cache-control": "no-store",
  "access-control-expose-headers": "Age, Retry-After, X-Version-Gate-Stale",
};

const RETRY_AFTER_SECONDS = "1";

/**
 * Creates what answers `/api/version` (specification: "Endpoints"). It works on Node's own request and response: on the
 * hottest path of the platform a framework's reply would cost more than the answer (docs/version-gate.md, "Figures").
 */
export function createAnswerVersion({ reader, onAnswer }: AnswerVersionDeps): AnswerVersion {
  const sendFresh = createFreshSender();
  return (request, response) => {
    // Nobody reads a body that comes along: the connection ends after the answer.
    if (hasBody(request.headers)) response.setHeader("connection", "close");
    reader.current().then(
      (answer) => onAnswer(answer ? sendFresh(request, response, answer) : sendNoRecord(response)),
      () => onAnswer(sendStaleOrUnavailable(request, response, reader)),
    );
  };
}

/** Creates the sender of answers that were just read; it keeps the list of headers as long as the answer. */
function createFreshSender() {
  let last: { answer: VersionAnswer; headers: string[] } | undefined;

  function headersOf(answer: VersionAnswer): string[] {
    if (last?.answer !== answer) {
      const length = Buffer.byteLength(answer.body);
      const headers = {
        ...COMMON_HEADERS,
        ...FRESH_CACHING,
        etag: answer.etag,
        "content-length": `${length}`,
      };
      last = { answer, headers: Object.entries(headers).flat() };
    }
    return last.headers;
  }

  return ({ headers }: IncomingMessage, response: ServerResponse, answer: VersionAnswer): Answer => {
    if (matchesEtag(headers["if-none-match"], answer.etag)) {
      response
        .writeHead(304, { ...SECURITY_HEADERS, ...CORS_HEADERS, ...FRESH_CACHING, etag: answer.etag })
        .end();
      return "not_modified";
    }
    response.writeHead(200, headersOf(answer)).end(answer.body);
    return "fresh";
  };
}

function sendStaleOrUnavailable(
  { headers }: IncomingMessage,
  response: ServerResponse,
  reader: Pick<VersionReader, "lastServed">,
): Answer {
  const acceptedSeconds = staleIfErrorSeconds(headers["cache-control"]);
  const stale = acceptedSeconds === undefined ? undefined : reader.lastServed(acceptedSeconds);
  if (stale === undefined) {
    const body = JSON.stringify(errorBody(503, "UNAVAILABLE", ""));
    send(response, 503, { "retry-after": RETRY_AFTER_SECONDS }, body);
    return "unavailable";
  }
  const { answer, ageSeconds } = stale;
  send(
    response,
    200,
    { etag: answer.etag, age: `${ageSeconds}`, "x-version-gate-stale": "true" },
    answer.body,
  );
  return "stale";
}

function sendNoRecord(response: ServerResponse): Answer {
  send(response, 500, {}, JSON.stringify(errorBody(500, "NO_RECORD", "")));
  return "no_record";
}

function send(response: ServerResponse, status: number, headers: OutgoingHttpHeaders, body: string): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...UNCACHED_HEADERS, ...headers, "content-length": `${length}` }).end(body);
}
