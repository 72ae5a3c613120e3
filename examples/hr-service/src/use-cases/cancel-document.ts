import { assertPerson, type Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import type { UnitOfWork } from "@countersign/mongo";
import { type OwnerKit, requireDocument } from "@countersign/owner-kit";
import { DOCUMENT_KINDS, type DocumentKind } from "../document-kinds.ts";
import type { HrDocument } from "../hr-document.ts";
import type { HrRepositories } from "../hr-repositories.ts";
import type { ReaderOf } from "./reader.ts";

export interface CancelDocumentDependencies {
  unitOfWork: UnitOfWork<HrRepositories>;
  readerOf: ReaderOf;
  owner: Pick<OwnerKit<"hr", HrRepositories>, "cancelCommand">;
  clock: () => Date;
}

/**
 * Cancels a pending document and, through the outbox, archives its open tasks (approval-engine.md, "HR approver
 * resolution" 7). Repeating it does no harm.
 *
 * @throws DomainError `NOT_FOUND`, also where the caller may not read it, `FORBIDDEN` for anyone but its submitter and
 *   privileged users, whose agents cancel their own only, `CONFLICT` when its approval has ended or it is
 *   being submitted again
 */
export function createCancelDocument(dependencies: CancelDocumentDependencies) {
  const { unitOfWork, readerOf, owner, clock } = dependencies;

  return async (caller: Principal, kind: DocumentKind, id: string): Promise<HrDocument> => {
    const { companyId, branchId, userId, privileged } = caller;
    const { noun } = DOCUMENT_KINDS[kind];
    const at = clock();
    const reader = await readerOf(caller);
    const cancel = owner.cancelCommand({ companyId, branchId, refId: id, actorId: userId });
    return unitOfWork(async (repositories) => {
      const documents = repositories.documents(kind);
      const document = requireDocument(noun, await documents.find({ companyId, id }, reader));
      if (document.submitterId !== userId && !privileged) {
        throw new DomainError("FORBIDDEN", `Only its submitter or a privileged user may cancel this ${noun}`);
      }
      if (document.submitterId !== userId) assertPerson(caller);
      if (document.status === "CANCELLED") return document;
      if (!(await documents.transition(document, { from: ["PENDING", "DRAFT"], to: "CANCELLED", at }))) {
        const { ref, status, resubmission } = document;
        const reason = resubmission ? "being submitted" : `${status} and cannot be cancelled any more`;
        throw new DomainError("CONFLICT", `${ref} is ${reason}`);
      }
      await repositories.outbox.add([cancel]);
      return { ...document, status: "CANCELLED" as const, updatedAt: at };
    });
  };
}
