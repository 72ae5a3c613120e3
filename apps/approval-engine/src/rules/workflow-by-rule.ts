import type { Id } from "@countersign/domain/approval";
import { inOrder } from "@countersign/domain/inventory";
import { firstRule } from "@countersign/domain/routing";

import type { TransactionScope } from "../shared/transact.ts";
import { type StartingDocument, judgedDocument } from "./judged-document.ts";
import { createRules } from "./rules-repository.ts";

/** The workflow of the first rule in force that applies to a document (contract-3, CON-17); nothing if none does. */
export async function workflowByRule(
  scope: TransactionScope,
  companyId: Id,
  submission: StartingDocument,
): Promise<Id | undefined> {
  const rules = await createRules(scope).list(companyId, { kind: submission.kind, state: "IN_FORCE" });
  if (rules.length === 0) return undefined;
  const document = await judgedDocument(scope, companyId, submission, rules);
  return firstRule(inOrder(rules.toReversed()), document, scope.conditions)?.workflowId;
}
