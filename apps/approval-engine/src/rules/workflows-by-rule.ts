import type { Id } from "@countersign/domain/approval";
import { applyingRules, isForAll } from "@countersign/domain/routing";
import { defaultWorkflowOf } from "@countersign/domain/settings";
import { createSettingsReader } from "@countersign/settings";

import { findRuleList, rulesInForce } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { type StartingDocument, judgedDocument } from "./judged-document.ts";

/** A workflow by which a rule asks about a document. */
export interface RuledWorkflow {
  workflowId: Id;
  /** Whether the rule asks about the document whatever is true of it. */
  isCertain: boolean;
}

/**
 * The workflows by which a document is asked, in the order of their rules (contract-3, CON-17). Of a document that its owner
 * describes it is the one of the first rule in force that applies, else the company's default. Of any other document it is
 * that of every rule in force, and of the default unless a rule is for all documents: nobody vouches for what would let a
 * rule off (contract-4, MEET-2).
 */
export async function workflowsByRule(
  scope: TransactionScope,
  companyId: Id,
  submission: StartingDocument,
): Promise<RuledWorkflow[]> {
  const { kind, byOwner } = submission;
  const rules = rulesInForce(await findRuleList(scope, companyId, kind));
  const document = await judgedDocument(scope, companyId, submission, rules);
  const applying = applyingRules(rules, document, scope.conditions);
  const workflows: RuledWorkflow[] = applying.map((rule, place) => {
    return { workflowId: rule.workflowId, isCertain: byOwner || (place === 0 && isForAll(rule)) };
  });
  const isAnswered = byOwner ? workflows.length > 0 : applying.some(isForAll);
  const config = isAnswered ? undefined : await createSettingsReader(scope).find(companyId);
  const otherwise = config && defaultWorkflowOf(config.values, kind);
  if (otherwise === undefined) return workflows;
  return [...workflows, { workflowId: otherwise, isCertain: workflows.length === 0 }];
}
