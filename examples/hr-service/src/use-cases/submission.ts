import { RequestRefused, RequestUnanswered } from "@countersign/messaging";
import type { OwnerKit } from "@countersign/messaging";
import type { HrDocument } from "../hr-document.ts";
import type { HrRepositories } from "../hr-repositories.ts";

/** How a submission ended, as far as it is known. */
export type SubmissionVerdict =
  | { kind: "accepted" }
  /** Nothing was submitted. */
  | { kind: "refused"; error: RequestRefused }
  | { kind: "unreached"; error: RequestUnanswered }
  /** It may have been submitted; the same request tells later. */
  | { kind: "unknown"; error: Error };

/** Submits a document to the approval engine; the document's id is the request's, so it may be repeated. */
export type SubmitDocument = (document: HrDocument) => Promise<SubmissionVerdict>;

export function createSubmitDocument(owner: Pick<OwnerKit<"hr", HrRepositories>, "submit">): SubmitDocument {
  return async ({ id, companyId, branchId, kind, ref, employeeId, submitterId }) => {
    try {
      const refId = id;
      await owner.submit({ companyId, branchId, kind, refId, ref, employeeId, submitterId, requestId: id });
      return { kind: "accepted" };
    } catch (error) {
      if (error instanceof RequestUnanswered) {
        return { kind: error.possiblyHandled ? "unknown" : "unreached", error };
      }
      // A fault of the engine (5xx) leaves open what became of the request.
      if (error instanceof RequestRefused) return { kind: error.code < 500 ? "refused" : "unknown", error };
      throw error;
    }
  };
}
