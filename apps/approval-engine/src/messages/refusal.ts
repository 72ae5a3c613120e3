import { ContractViolation } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { RequestRefused } from "@countersign/messaging";
import { ERROR_TABLE } from "@countersign/service-kit";

/** The reply to a request that failed: the exact text of a refusal; anything else is passed on as it is. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof DomainError) return new RequestRefused(ERROR_TABLE[error.code].status, error.message);
  if (error instanceof ContractViolation)
    return new RequestRefused(ERROR_TABLE.INVALID_INPUT.status, error.message);
  return error;
}
