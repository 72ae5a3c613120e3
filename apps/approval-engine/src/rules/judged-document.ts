import type { ApprovalDocument } from "@countersign/contracts";
import type { Id } from "@countersign/domain/approval";

import { createDirectoryRepository } from "../shared/directory-repository.ts";
import type { TransactionScope } from "../shared/transact.ts";

/** A document that names neither a workflow nor stages. */
export interface StartingDocument {
  /** An added one. */
  kind: string;
  submitterId: Id;
  /** Whether its owner describes it. */
  byOwner: boolean;
  document?: ApprovalDocument | undefined;
}

/** The document as the conditions of rules read it, with the submitter's department where one of them asks for it. */
export async function judgedDocument(
  scope: TransactionScope,
  companyId: Id,
  { kind, submitterId: id, byOwner, document = {} }: StartingDocument,
  rules: readonly { when: string | null }[],
) {
  const { title, amount, currency, facts = [] } = document;
  const content = { byOwner, title, amount, currency, facts };
  const asksDepartment = rules.some(({ when }) => when?.includes("departmentId"));
  const departmentId = asksDepartment
    ? await createDirectoryRepository(scope).departmentOf(companyId, id)
    : undefined;
  return { kind, submitter: { id, departmentId }, content };
}
