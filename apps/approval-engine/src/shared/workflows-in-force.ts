import type { Id } from "@countersign/domain/approval";
import type { Scope } from "@countersign/mongo";
import { createSettingsReader } from "@countersign/settings";

import { type Caller, assertPrivilegedPerson } from "./caller.ts";
import { type ListedRule, rulesNaming } from "./rule-lists.ts";

/**
 * Refuses a change of a workflow that the company uses, unless a privileged person makes it: whoever submits could rewrite
 * what asks about their own document (contract-4, MEET-4). The company uses what a rule in force or a default
 * names. Whoever puts a workflow in force sees it as it is then, so that a change at the same time needs no lock.
 *
 * @throws DomainError `FORBIDDEN`
 */
export async function assertMayChangeWorkflow(scope: Scope, caller: Caller, workflowId: Id): Promise<void> {
  if (await isInForce(scope, caller.companyId, workflowId)) assertPrivilegedPerson(caller);
}

/** Most rules of one workflow whose terms are looked at. */
const TERMS_MAX = 100;

/** The rules in force that have the workflow. */
export async function rulesAsking(scope: Scope, companyId: Id, workflowId: Id): Promise<ListedRule[]> {
  const rules = await rulesNaming(scope, companyId, [workflowId]);
  return rules.filter(({ enabled }) => enabled).slice(0, TERMS_MAX);
}

async function isInForce(scope: Scope, companyId: Id, workflowId: Id): Promise<boolean> {
  if ((await rulesAsking(scope, companyId, workflowId)).length > 0) return true;
  const config = await createSettingsReader(scope).find(companyId);
  return config?.values.defaultWorkflows?.some((entry) => entry.workflowId === workflowId) ?? false;
}
