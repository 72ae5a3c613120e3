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
  | "TOO_MANY_REQUESTS";

/** A failure with a stable code. The message is part of the contract where a specification gives its text. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  /** Path of the input field at fault, such as `dynamicStages.0.order`. */
  readonly field: string | undefined;

  constructor(code: ErrorCode, message: string, options: { field?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.field = options.field;
  }
}
