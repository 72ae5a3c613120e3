import type { ApprovalDocument } from "@countersign/contracts";
import type { Id } from "@countersign/domain/approval";
import type { JudgedDocument } from "@countersign/domain/routing";

import { type OrganisationPlace, createDirectoryRepository } from "../shared/directory-repository.ts";
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

/** Documents as the conditions of rules read them, with their submitters' departments where one of them asks for it. */
export async function judgedDocuments(
  scope: TransactionScope,
  companyId: Id,
  documents: readonly StartingDocument[],
  rules: readonly { when: string | null }[],
): Promise<JudgedDocument[]> {
  const asksDepartment = rules.some(({ when }) => when?.includes("departmentId"));
  const submitterIds = asksDepartment ? documents.map(({ submitterId }) => submitterId) : [];
  const places =
    submitterIds.length === 0
      ? new Map<Id, OrganisationPlace>()
      : await createDirectoryRepository(scope).departmentsOf(companyId, submitterIds);
  return documents.map(({ kind, submitterId: id, byOwner, document = {} }) => {
    const { title, amount, currency, facts = [] } = document;
    const content = { byOwner, title, amount, currency, facts };
    return { kind, submitter: { id, departmentId: places.get(id)?.departmentId }, content };
  });
}

/** The same of one document. */
export async function judgedDocument(
  scope: TransactionScope,
  companyId: Id,
  document: StartingDocument,
  rules: readonly { when: string | null }[],
): Promise<JudgedDocument> {
  const [judgement] = await judgedDocuments(scope, companyId, [document], rules);
  if (judgement === undefined) throw new Error("A document is judged");
  return judgement;
}
