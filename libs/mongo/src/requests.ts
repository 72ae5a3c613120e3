import { DomainError } from "@countersign/domain/errors";
import { digestOf } from "./canonical.ts";
import { expiryAfter, RETENTION_DAYS } from "./retention.ts";
import type { Scope } from "./scope.ts";

/** A request that its caller may repeat under the same id. */
export interface RequestKey {
  /** The company of the id; left out when the id belongs to a caller that the operation names. */
  companyId?: string;
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
  once<A>(request: RequestKey, work: () => Promise<A>): Promise<{ answer: A; repeated: boolean }>;
}

/** A row of `requests`. */
interface RequestRecord {
  _id: Pick<RequestKey, "companyId" | "operation" | "requestId">;
  /** Digest of the content. */
  digest: string;
  answer?: unknown;
  expiresAt: Date;
}

/**
 * The request records of one transaction. The id is written before the work, so that a simultaneous repetition conflicts
 * at once.
 *
 * @param options.retentionDays how long answers are kept. Default 30
 */
export function createRequests(
  { db, session }: Scope,
  { retentionDays = RETENTION_DAYS.requests }: { retentionDays?: number } = {},
): Requests {
  const requests = db.collection<RequestRecord>("requests");
  return {
    once: async <A>(
      { companyId, operation, requestId, content }: RequestKey,
      work: () => Promise<A>,
    ): Promise<{ answer: A; repeated: boolean }> => {
      const _id = { ...(companyId === undefined ? {} : { companyId }), operation, requestId };
      const digest = digestOf(content);
      const first = await requests.findOneAndUpdate(
        { _id },
        { $setOnInsert: { digest, expiresAt: expiryAfter(retentionDays, new Date()) } },
        { session, upsert: true, returnDocument: "before" },
      );
      if (first === null) {
        const answer = await work();
        await requests.updateOne({ _id }, { $set: { answer } }, { session });
        return { answer, repeated: false };
      }
      if (first.digest !== digest) {
        throw new DomainError("REQUEST_ID_REUSED", `Request id ${requestId} was used with other content`, {
          field: "requestId",
        });
      }
      return { answer: first.answer as A, repeated: true };
    },
  };
}
