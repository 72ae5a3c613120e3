import type { HrSubmitted } from "@countersign/contracts";
import { type OwnerKit, type Answer, answerTo } from "@countersign/owner-kit";
import type { HrDocument } from "../hr-document.ts";
import type { HrRepositories } from "../hr-repositories.ts";

/** Submits a document to the approval engine. A submission has a request id of its own, so it may be repeated. */
export type SubmitDocument = (document: HrDocument) => Promise<Answer<HrSubmitted>>;

export function createSubmitDocument(owner: Pick<OwnerKit<"hr", HrRepositories>, "submit">): SubmitDocument {
  return async ({ id: refId, resubmission, described: document, ...fields }) => {
    const { companyId, branchId, kind, ref, employeeId, submitterId } = fields;
    const { submittedBy } = resubmission ?? fields;
    const ids = { refId, requestId: resubmission?.id ?? refId };
    return answerTo(
      owner.submit({
        companyId,
        branchId,
        kind,
        ref,
        employeeId,
        submitterId,
        submittedBy,
        document,
        ...ids,
      }),
    );
  };
}
