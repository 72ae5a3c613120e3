import type { HrSubmitted } from "@countersign/contracts";
import { type OwnerKit, type Answer, answerTo } from "@countersign/owner-kit";
import type { HrDocument } from "../hr-document.ts";
import type { HrRepositories } from "../hr-repositories.ts";

/** Submits a document to the approval engine; the document's id is the request's, so it may be repeated. */
export type SubmitDocument = (document: HrDocument) => Promise<Answer<HrSubmitted>>;

export function createSubmitDocument(owner: Pick<OwnerKit<"hr", HrRepositories>, "submit">): SubmitDocument {
  return async ({ id, companyId, branchId, kind, ref, employeeId, submitterId, described: document }) => {
    const ids = { refId: id, requestId: id };
    return answerTo(
      owner.submit({ companyId, branchId, kind, ref, employeeId, submitterId, document, ...ids }),
    );
  };
}
