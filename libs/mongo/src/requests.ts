import type { Scope } from "./scope.ts";

/** A request that its caller may repeat under the same id. */
export interface RequestKey {
  companyId: string;
  /** The operation that the id belongs to, such as `submit`. */
  operation: string;
  /** The caller's id. */
  requestId: string;
  /** What was asked; JSON values. */
  content: unknown;
}

/** Answers of requests that carried an id, so that a caller who got no answer can ask again. */
export interface Requests {
  /**
   * Does the work the first time; a repetition gets the first answer again. Work that throws leaves no record.
   *
   * @param work its answer is stored: JSON values and dates
   * @throws DomainError `REQUEST_ID_REUSED` when the id was used with other content
   */
  once<A>(request: RequestKey, work: () => Promise<A>): Promise<{ answer: A; repeated: boolean }>;
}

export declare function createRequests(scope: Scope): Requests;
