import type { ApprovalDocument } from "@countersign/contracts";
import type { Id } from "@countersign/domain/approval";
import { inOrder } from "@countersign/domain/inventory";
import { firstRule } from "@countersign/domain/routing";

import { createDirectoryRepository } from "../shared/directory-repository.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { createRules } from "./rules-repository.ts";

/** A document that names neither a workflow nor stages. */
interface StartingDocument {
  /** An added one. */
  kind: string;
  submitterId: Id;
  /** Whether its owner describes it. */
  byOwner: boolean;
  document?: ApprovalDocument | undefined;
}

/** The workflow of the first rule in force that applies to a document (contract-3, CON-17); nothing if none does. */
export async function workflowByRule(
  scope: TransactionScope,
  companyId: Id,
  { kind, submitterId: id, byOwner, document = {} }: StartingDocument,
): Promise<Id | undefined> {
  const rules = await createRules(scope).list(companyId, { kind, state: "IN_FORCE" });
  if (rules.length === 0) return undefined;
  const { title, amount, currency, facts = [] } = document;
  const content = { byOwner, title, amount, currency, facts };
  const asksDepartment = rules.some(({ when }) => when?.includes("departmentId"));
  const departmentId = asksDepartment
    ? await createDirectoryRepository(scope).departmentOf(companyId, id)
    : undefined;
  const judged = { kind, submitter: { id, departmentId }, content };
  return firstRule(inOrder(rules.toReversed()), judged, scope.conditions)?.workflowId;
}
