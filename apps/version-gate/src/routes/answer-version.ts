import type { IncomingMessage, ServerResponse } from "node:http";
import type { DomainError } from "@countersign/domain/errors";
import { errorBody, SECURITY_HEADERS } from "@countersign/service-kit";
import { readCheckQuestion } from "../check-question.ts";
import type { SerialisedAnswer } from "../serialised-answer.ts";
import type { Publication } from "../version-answer.ts";
import type { VersionReader } from "../version-reader.ts";
import { hasBody, matchesEtag, staleIfErrorSeconds } from "./request-headers.ts";

/** The kinds of answers, for counting. */
export const ANSWERS = ["fresh", "not_modified", "stale", "no_record", "unavailable", "bad_request"] as const;
export type Answer = (typeof ANSWERS)[number];

export interface AnswerDeps {
  reader: Pick<VersionReader<Publication>, "current" | "lastServed">;
  clock: () => Date;
  /** Called with the kind of each answer. */
  onAnswer: (answer: Answer) => void;
}

/** Answers a GET or HEAD. */
export type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => void;

type Headers = Readonly<Record<string, string>>;

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
 * hottest path of the platform a framework's reply would cost more than the answer (docs/performance-deviations.md).
 */
export function createAnswerVersion(deps: AnswerDeps): AnswerRequest {
  return createAnswering(deps, {}, () => (publication) => publication);
}

/** Creates what answers `/api/version/check` (contract-2, GATE-1), by the same reads. */
export function createAnswerCheck(deps: AnswerDeps): AnswerRequest {
  return createAnswering(deps, { vary: "accept-language" }, (request) => {
    const question = readCheckQuestion(request);
    return ({ check }) => check(question, deps.clock());
  });
}

/** Makes the answer to a request from what is published. */
type AnswerOf = (publication: Publication) => SerialisedAnswer;

/**
 * Creates what answers one endpoint.
 *
 * @param own - headers of all its answers that have values
 * @param understand - reads a request. @throws DomainError `INVALID_INPUT`
 */
function createAnswering(
  { reader, onAnswer }: AnswerDeps,
  own: Headers,
  understand: (request: IncomingMessage) => AnswerOf,
): AnswerRequest {
  const sendFresh = createFreshSender(own);

  function sendStaleOrUnavailable(
    { headers }: IncomingMessage,
    response: ServerResponse,
    answerOf: AnswerOf,
  ): Answer {
    const acceptedSeconds = staleIfErrorSeconds(headers["cache-control"]);
    const stale = acceptedSeconds === undefined ? undefined : reader.lastServed(acceptedSeconds);
    if (stale === undefined) {
      sendError(response, 503, "UNAVAILABLE", "", { "retry-after": RETRY_AFTER_SECONDS });
      return "unavailable";
    }
    const { body, etag } = answerOf(stale.answer);
    const age = `${stale.ageSeconds}`;
    send(response, 200, body, { ...own, etag, age, "x-version-gate-stale": "true" });
    return "stale";
  }

  function answer(request: IncomingMessage, response: ServerResponse, answerOf: AnswerOf): void {
    reader.current().then(
      (publication) =>
        onAnswer(publication ? sendFresh(request, response, answerOf(publication)) : sendNoRecord(response)),
      () => onAnswer(sendStaleOrUnavailable(request, response, answerOf)),
    );
  }

  return (request, response) => {
    // Nobody reads a body that comes along: the connection ends after the answer.
    if (hasBody(request.headers)) response.setHeader("connection", "close");
    let answerOf: AnswerOf;
    try {
      answerOf = understand(request);
    } catch (error) {
      sendError(response, 400, "INVALID_INPUT", (error as DomainError).message);
      onAnswer("bad_request");
      return;
    }
    answer(request, response, answerOf);
  };
}

/** Creates the sender of answers that were just read; it keeps an answer's list of headers as long as the answer. */
function createFreshSender(own: Headers) {
  const lists = new WeakMap<SerialisedAnswer, string[]>();
  const listOf = ({ body, etag }: SerialisedAnswer) => {
    const length = Buffer.byteLength(body);
    const headers = { ...COMMON_HEADERS, ...FRESH_CACHING, ...own, etag, "content-length": `${length}` };
    return Object.entries(headers).flat();
  };
  const unchanged = { ...SECURITY_HEADERS, ...CORS_HEADERS, ...FRESH_CACHING, ...own };

  return ({ headers }: IncomingMessage, response: ServerResponse, answer: SerialisedAnswer): Answer => {
    const { body, etag } = answer;
    if (matchesEtag(headers["if-none-match"], etag)) {
      response.writeHead(304, { ...unchanged, etag }).end();
      return "not_modified";
    }
    response.writeHead(200, lists.getOrInsertComputed(answer, listOf)).end(body);
    return "fresh";
  };
}

function sendNoRecord(response: ServerResponse): Answer {
  sendError(response, 500, "NO_RECORD", "");
  return "no_record";
}

function sendError(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  headers: Headers = {},
): void {
  send(response, status, JSON.stringify(errorBody(status, code, message)), headers);
}

function send(response: ServerResponse, status: number, body: string, headers: Headers): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...UNCACHED_HEADERS, ...headers, "content-length": `${length}` }).end(body);
}
