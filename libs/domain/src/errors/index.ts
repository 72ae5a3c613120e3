import { type Text, render } from "@countersign/texts";

/** Codes of all failures that callers see. One table per edge maps a code to that edge's own form. */
export type ErrorCode =
  | "INVALID_INPUT"
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "CONFLICT"
  | "UNAVAILABLE"
  | "BUSY"
  | "WORKFLOW_NOT_FOUND"
  | "WORKFLOW_HAS_NO_STAGES"
  | "STAGE_HAS_NO_APPROVERS"
  | "APPROVAL_NOT_ACTIONABLE"
  | "APPROVAL_STATUS_REFUSED"
  | "RETURN_STAGE_NOT_FOUND"
  | "RUN_ALREADY_OPEN"
  | "NO_APPROVERS_RESOLVED"
  | "POSTING_NEEDS_APPROVAL"
  | "REQUEST_ID_REUSED"
  | "REVISION_CHANGED"
  | "IDEMPOTENCY_KEY_REUSED"
  | "TOO_MANY_REQUESTS"
  | "QUERY_TOO_SLOW";

const PASSING: ReadonlySet<ErrorCode> = new Set(["UNAVAILABLE", "BUSY", "TOO_MANY_REQUESTS"]);

/** Whether the failure says nothing about the request: the same one may succeed a little later. */
export function isPassing({ code }: { code: ErrorCode }): boolean {
  return PASSING.has(code);
}

/** Details of a failure other than its message and code. */
export interface DomainErrorOptions {
  /** Path of the input field at fault. */
  field?: string;
  /** Facts for programs; they are part of `extensions` of a GraphQL error. */
  details?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/**
 * A failure with a stable code. The message is part of the contract where a specification gives its text; it is English,
 * and people read the text in their own language (contract-3, TEXT-1).
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  /** Path of the input field at fault, such as `dynamicStages.0.order`. */
  readonly field: string | undefined;
  /** Facts for programs, such as what has changed. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** The message without its words; absent where only English programs read it. */
  readonly text: Text | undefined;

  constructor(code: ErrorCode, message: string | Text, options: DomainErrorOptions = {}) {
    const isPlain = typeof message === "string";
    super(
      isPlain ? message : render(message),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.text = isPlain ? undefined : message;
    this.code = code;
    this.field = options.field;
    this.details = options.details;
  }
}
