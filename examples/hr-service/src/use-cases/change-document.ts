import type { Principal } from "@countersign/auth";
import type { ApprovalDocument, RpcReply } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import {
  type Answer,
  type OwnerKit,
  CLAIM_MS,
  answerTo,
  failureOf,
  requireDocument,
} from "@countersign/owner-kit";
import { describeDocument } from "../describe-document.ts";
import { DOCUMENT_KINDS, type DocumentDetails, type DocumentKind } from "../document-kinds.ts";
import type { DocumentRepository } from "../document-repository.ts";
import type { DocumentChange, HrDocument } from "../hr-document.ts";
import type { HrRepositories } from "../hr-repositories.ts";
import type { ReaderOf } from "./reader.ts";

const NOT_FOUND = 404;

/** New details of a document, and a note for its approvers. */
export interface NewDetails {
  details: DocumentDetails;
  note?: string | undefined;
}

/** Asks whether a document's approval takes its change, and ends the change once that is known; may be repeated. */
export type SettleChange = (
  document: HrDocument & { change: DocumentChange },
) => Promise<Answer<RpcReply<"amend">>>;

export function createSettleChange(dependencies: {
  documents: (kind: DocumentKind) => Pick<DocumentRepository, "endChange">;
  owner: Pick<OwnerKit<"hr", HrRepositories>, "amend">;
  clock: () => Date;
}): SettleChange {
  const { documents, owner, clock } = dependencies;
  return async (document) => {
    const { id: refId, companyId, branchId, kind, change } = document;
    const { described, actorId, note } = change;
    const amendment = { companyId, branchId, refId, document: described, actorId, note };
    const answer = await answerTo(owner.amend(amendment));
    if (answer.kind === "accepted") {
      const { revision } = answer.reply;
      await documents(kind).endChange(document, change, { revision, at: clock() });
    }
    // An approval that has ended may have taken it before, at a request without an answer: its outcome says so.
    if (answer.kind === "refused" && answer.error.code !== NOT_FOUND) {
      await documents(kind).endChange(document, change);
    }
    return answer;
  };
}

export interface ChangeDocumentDependencies {
  /** On the store itself: between the steps the approval engine is asked, which no transaction may wait for. */
  documents: (kind: DocumentKind) => DocumentRepository;
  readerOf: ReaderOf;
  settleChange: SettleChange;
  /** Of all amounts. */
  currency: string | undefined;
  newId: () => string;
  clock: () => Date;
}

/**
 * Changes a draft, or a pending document as far as the company lets documents change while their approval is in progress
 * (contract-2, DOC-3). The change is noted first, so that a crash in between leaves a trace to go on from; the details
 * are those that the approvers see. Whoever changes somebody else's document, or whose agent changes any, is one of its
 * editors from then on, and does not decide on it (contract-2, PPL-6; contract-3, AGT-3).
 *
 * @throws DomainError `NOT_FOUND`, also where the caller may not read it, `FORBIDDEN` for anyone but its submitter and
 *   privileged users, `CONFLICT` when its approval has ended or another change is in progress, the engine's refusal with
 *   its exact text, `UNAVAILABLE` when the engine did not answer
 */
export function createChangeDocument(dependencies: ChangeDocumentDependencies) {
  const { documents, readerOf, settleChange, currency, newId, clock } = dependencies;

  return async (
    caller: Principal,
    kind: DocumentKind,
    id: string,
    { details, note }: NewDetails,
  ): Promise<HrDocument> => {
    const { companyId, userId, privileged } = caller;
    const { noun } = DOCUMENT_KINDS[kind];
    const repository = documents(kind);
    const document = requireDocument(noun, await repository.find({ companyId, id }, await readerOf(caller)));
    if (document.submitterId !== userId && !privileged) {
      throw new DomainError("FORBIDDEN", `Only its submitter or a privileged user may change this ${noun}`);
    }
    const editorIds = new Set(document.described.editorIds);
    if (userId !== document.submitterId || caller.isAgent) editorIds.add(userId);
    const description: ApprovalDocument = {
      ...describeDocument(details, currency),
      ...(editorIds.size > 0 && { editorIds: [...editorIds] }),
    };
    const draft = { details, described: description, updatedAt: clock() };
    if (document.status === "DRAFT" && (await repository.changeDraft(document, draft))) {
      return { ...document, ...draft };
    }
    const change: DocumentChange = {
      id: newId(),
      details,
      described: description,
      actorId: userId,
      ...(note !== undefined && { note }),
    };
    if (!(await repository.beginChange(document, change, new Date(clock().getTime() + CLAIM_MS)))) {
      const { ref, status, resubmission } = requireDocument(noun, await repository.find(document));
      const isChanging = status === "PENDING" || resubmission !== undefined;
      const reason = isChanging ? "being changed" : `${status} and cannot be changed any more`;
      throw new DomainError("CONFLICT", `${ref} is ${reason}`);
    }
    const answer = await settleChange({ ...document, change });
    if (answer.kind === "accepted") return requireDocument(noun, await repository.find(document));
    if (answer.kind === "unreached") await repository.endChange(document, change);
    throw failureOf(answer);
  };
}
