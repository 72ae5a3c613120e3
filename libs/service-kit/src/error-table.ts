import type { ErrorCode } from "@countersign/domain/errors";

export interface ErrorMapping {
  /** HTTP status. */
  status: number;
  /** `extensions.code` of a GraphQL error. */
  graphqlCode: string;
}

const badInput: ErrorMapping = { status: 400, graphqlCode: "BAD_USER_INPUT" };
const notFound: ErrorMapping = { status: 404, graphqlCode: "NOT_FOUND" };
const conflict: ErrorMapping = { status: 409, graphqlCode: "CONFLICT" };

/** The form of each failure at the edges. Exhaustive: a new code does not compile without its line here. */
export const ERROR_TABLE: Readonly<Record<ErrorCode, ErrorMapping>> = {
  INVALID_INPUT: badInput,
  UNAUTHENTICATED: { status: 401, graphqlCode: "UNAUTHENTICATED" },
  FORBIDDEN: { status: 403, graphqlCode: "FORBIDDEN" },
  NOT_FOUND: notFound,
  CONFLICT: conflict,
  UNAVAILABLE: { status: 503, graphqlCode: "SERVICE_UNAVAILABLE" },
  BUSY: { status: 429, graphqlCode: "SERVICE_BUSY" },
  WORKFLOW_NOT_FOUND: notFound,
  WORKFLOW_HAS_NO_STAGES: badInput,
  STAGE_HAS_NO_APPROVERS: badInput,
  APPROVAL_NOT_ACTIONABLE: conflict,
  APPROVAL_STATUS_REFUSED: badInput,
  RETURN_STAGE_NOT_FOUND: notFound,
  RUN_ALREADY_OPEN: conflict,
  NO_APPROVERS_RESOLVED: badInput,
  POSTING_NEEDS_APPROVAL: { status: 403, graphqlCode: "FORBIDDEN" },
  REQUEST_ID_REUSED: conflict,
  REVISION_CHANGED: conflict,
  IDEMPOTENCY_KEY_REUSED: conflict,
  TOO_MANY_REQUESTS: { status: 429, graphqlCode: "TOO_MANY_REQUESTS" },
  QUERY_TOO_SLOW: { status: 400, graphqlCode: "QUERY_TOO_SLOW" },
};
