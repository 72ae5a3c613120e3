import { RequestRefused, RequestUnanswered } from "@countersign/bus";
import { DomainError, type ErrorCode } from "@countersign/domain/errors";

/** The known outcome of a request to the approval engine. */
export type Answer<T> =
  | { kind: "accepted"; reply: T }
  /** The engine refused it and did nothing. */
  | { kind: "refused"; error: RequestRefused }
  /** It reached nobody, so nothing was done. */
  | { kind: "unreached"; error: RequestUnanswered }
  /** The engine may have done it; the same request later returns the outcome. */
  | { kind: "unknown"; error: Error };

/** Waits for a request of the owner kit and says how it ended. @throws any error that is not the engine's answer */
export async function answerTo<T>(request: Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: "accepted", reply: await request };
  } catch (error) {
    if (error instanceof RequestUnanswered) {
      return { kind: error.possiblyHandled ? "unknown" : "unreached", error };
    }
    // A fault of the engine (5xx) leaves the outcome open; 429 may be repeated.
    if (error instanceof RequestRefused) {
      return { kind: error.code < 500 && error.code !== TOO_MANY_REQUESTS ? "refused" : "unknown", error };
    }
    throw error;
  }
}

const TOO_MANY_REQUESTS = 429;
const CODE_OF_REFUSAL: Readonly<Record<number, ErrorCode>> = {
  400: "INVALID_INPUT",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
};

/** The failure for the caller: the engine's refusal with its exact text, or that it did not answer. */
export function failureOf({ kind, error }: Exclude<Answer<unknown>, { kind: "accepted" }>): DomainError {
  if (error instanceof RequestRefused && error.code === TOO_MANY_REQUESTS) {
    return new DomainError("TOO_MANY_REQUESTS", error.message, { cause: error });
  }
  const code = kind === "refused" ? CODE_OF_REFUSAL[error.code] : undefined;
  if (code !== undefined) return new DomainError(code, error.message, { cause: error });
  return new DomainError("UNAVAILABLE", "The approval engine did not answer", { cause: error });
}
