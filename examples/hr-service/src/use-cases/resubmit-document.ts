import { assertPerson, type Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { CLAIM_MS, failureOf, requireDocument, submittedByOf } from "@countersign/owner-kit";
import { DOCUMENT_KINDS, type DocumentKind } from "../document-kinds.ts";
import type { DocumentRepository } from "../document-repository.ts";
import type { HrDocument } from "../hr-document.ts";
import type { ReaderOf } from "./reader.ts";
import type { SubmitDocument } from "./submission.ts";

export interface ResubmitDocumentDependencies {
  /** On the store itself: between the steps the approval engine is asked, which no transaction may wait for. */
  documents: (kind: DocumentKind) => DocumentRepository;
  readerOf: ReaderOf;
  submitDocument: SubmitDocument;
  newId: () => string;
  clock: () => Date;
}

/**
 * Submits a draft, whose approval was recalled, again (contract-2, CTRL-3), as it reads now. The submission is noted
 * first, so that a crash in between leaves a trace to go on from; where the engine does not answer, the sweep asks it
 * again. A pending document is answered as it is.
 *
 * @throws DomainError `NOT_FOUND`, also where the caller may not read it, `FORBIDDEN` for anyone but its submitter and
 *   privileged users, `CONFLICT` when it is no draft or is being submitted, the engine's refusal with its exact text,
 *   `UNAVAILABLE` when the engine did not answer
 */
export function createResubmitDocument(dependencies: ResubmitDocumentDependencies) {
  const { documents, readerOf, submitDocument, newId, clock } = dependencies;

  return async (caller: Principal, kind: DocumentKind, id: string): Promise<HrDocument> => {
    const { companyId, userId, privileged } = caller;
    const { noun } = DOCUMENT_KINDS[kind];
    const repository = documents(kind);
    const document = requireDocument(noun, await repository.find({ companyId, id }, await readerOf(caller)));
    if (document.submitterId !== userId && !privileged) {
      throw new DomainError("FORBIDDEN", `Only its submitter or a privileged user may submit this ${noun}`);
    }
    if (document.submitterId !== userId) assertPerson(caller);
    if (document.status === "PENDING") return document;
    const resubmission = { id: newId(), ...submittedByOf(caller) };
    const claimedUntil = new Date(clock().getTime() + CLAIM_MS);
    if (!(await repository.beginResubmission(document, resubmission, claimedUntil))) {
      const reason = document.status === "DRAFT" ? "being submitted" : `${document.status} and no draft`;
      throw new DomainError("CONFLICT", `${document.ref} is ${reason}`);
    }
    // As it reads now: it may have been changed since it was found.
    const draft = requireDocument(noun, await repository.find(document));
    const answer = await submitDocument({ ...draft, resubmission });
    if (answer.kind === "accepted") {
      await repository.setRun({ companyId, id, resubmission }, answer.reply, clock());
      return requireDocument(noun, await repository.find(document));
    }
    if (answer.kind !== "unknown") await repository.endResubmission(document, resubmission);
    throw failureOf(answer);
  };
}
