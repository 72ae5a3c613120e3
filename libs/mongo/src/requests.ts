import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import { doOnce, type OnceAnswer } from "./do-once.ts";
import { RETENTION_DAYS } from "./retention.ts";
import type { Scope } from "./scope.ts";

/** A request that its caller may repeat under the same id. */
export interface RequestKey {
  /** The company of the id; left out when the id belongs to a caller that the operation names. */
  companyId?: string;
  /** The owner of documents whose id it is, where owners choose ids of their own. */
  owner?: string;
  /** The operation of the id, such as `submit`. */
  operation: string;
  /** The caller's id. */
  requestId: string;
  /** Content of the request; JSON values. */
  content: unknown;
}

/** Answers to requests with an id, so that a caller without an answer can repeat the request. */
export interface Requests {
  /**
   * Does the work the first time, and returns the first answer on repetitions. Work that throws leaves no record.
   *
   * @param work its answer is stored: JSON values and dates
   * @throws DomainError `REQUEST_ID_REUSED` when the id was used with other content
   */
  once<A>(request: RequestKey, work: () => Promise<A>): Promise<OnceAnswer<A>>;
}

/** The request records of one transaction. */
export function createRequests(scope: Scope): Requests {
  const retentionDays = RETENTION_DAYS.requests;
  return {
    once: async ({ companyId, owner, operation, requestId, content }, work) => {
      const id = {
        ...(companyId !== undefined && { companyId }),
        ...(owner !== undefined && { owner }),
        operation,
        requestId,
      };
      const errorOfReuse = () =>
        new DomainError("REQUEST_ID_REUSED", text("passing.requestIdReused", { requestId }), {
          field: "requestId",
        });
      return doOnce(
        scope,
        { collection: "requests", id, content, retentionDays, reused: errorOfReuse },
        work,
      );
    },
  };
}
