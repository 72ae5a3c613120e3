import { STATUS_CODES } from "node:http";
import { toDomainError } from "@countersign/mongo";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { ERROR_TABLE } from "./error-table.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Refusals of the route are problem documents (RFC 9457) instead of {@link ErrorBody}. */
    answersProblems?: boolean;
  }
}

/** The body of every REST error (contract, "Identity"). */
export interface ErrorBody {
  statusCode: number;
  code: string;
  error: string;
  message: string;
}

export const PROBLEM_TYPE = "application/problem+json";

/** A problem document (RFC 9457). */
export const problem = z.object({
  /** Says that the status alone tells the problem's kind. */
  type: z.literal("about:blank"),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string().describe("What is wrong, in the words of every surface of the platform."),
  code: z.string(),
  field: z.string().optional().describe("The field at fault."),
});

/** Builds the error body for a status. A 5xx never carries an internal message. */
export function errorBody(statusCode: number, code: string, message: string): ErrorBody {
  const error = STATUS_CODES[statusCode] ?? "Error";
  const internal = statusCode >= 500;
  return {
    statusCode,
    code,
    error,
    message: internal ? (INTERNAL_MESSAGES[statusCode] ?? "Internal error") : message,
  };
}

const INTERNAL_MESSAGES: Readonly<Record<number, string>> = {
  503: "The service is temporarily unavailable",
};

const UNSUPPORTED_TYPE = 415;
const TYPE_MESSAGE = "The body must be sent as application/json";

function bodyOf(error: FastifyError | Error): ErrorBody {
  const domainError = toDomainError(error);
  if (domainError)
    return errorBody(ERROR_TABLE[domainError.code].status, domainError.code, domainError.message);
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) {
    const code = "code" in error && typeof error.code === "string" ? error.code : "BAD_REQUEST";
    return errorBody(status, code, status === UNSUPPORTED_TYPE ? TYPE_MESSAGE : error.message);
  }
  return errorBody(500, "INTERNAL", error.message);
}

/** Seconds until a client should try again after a passing failure. */
const RETRY_AFTER_SECONDS = 1;
const PASSING_STATUS = new Set([429, 503]);

/**
 * Answers any error in Fastify's shape; an unforeseen error is logged in full and answered with a bare 500. A passing
 * failure carries `Retry-After`, unless the route has set it.
 */
export function handleError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const body = bodyOf(error);
  if (body.statusCode >= 500) request.log.error({ err: error }, "request failed unexpectedly");
  if (PASSING_STATUS.has(body.statusCode) && !reply.hasHeader("retry-after")) {
    void reply.header("retry-after", RETRY_AFTER_SECONDS);
  }
  void reply.code(body.statusCode);
  if (request.routeOptions.config.answersProblems) {
    void reply.type(PROBLEM_TYPE).send(JSON.stringify(problemOf(body, toDomainError(error)?.field)));
  } else void reply.send(body);
}

function problemOf(
  { statusCode: status, code, error: title, message: detail }: ErrorBody,
  field: string | undefined,
): z.output<typeof problem> {
  return { type: "about:blank", title, status, detail, code, ...(field !== undefined && { field }) };
}

/**
 * Answers 405 with `Allow` on a path that exists for other methods, and 404 elsewhere, before a body is read, so that
 * the body does not matter.
 */
export function handleNotFound(app: FastifyInstance): void {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByPath.set(url, methods);
  });
  // In a scope of its own, so that routes do not pay for the hook.
  void app.register(async (unknownRoutes) => {
    unknownRoutes.addHook("onRequest", async (request, reply) => {
      const [path = ""] = request.url.split("?", 1);
      const allowedMethods = methodsByPath.get(path);
      if (allowedMethods === undefined)
        return reply.code(404).send(errorBody(404, "NOT_FOUND", "Route not found"));
      const body = errorBody(405, "METHOD_NOT_ALLOWED", `${request.method} is not allowed here`);
      return reply
        .code(405)
        .header("allow", [...allowedMethods].join(", "))
        .send(body);
    });
    unknownRoutes.setNotFoundHandler((_request, reply) => reply);
  });
}
