import type { ApprovalDocument, StatedBy } from "@countersign/contracts";
import type { ApproverSource, DocumentContent, Id, StageInput } from "@countersign/domain/approval";
import type { FactDeclaration } from "@countersign/domain/routing";

import { findRevision } from "../documents/index.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { factKeysOf } from "./organisation.ts";
import type { WorkflowTask } from "./records.ts";
import type { WorkflowRun } from "./run.ts";

/** The part of a document that rules read. */
export function contentOf(
  { title, amount, currency, facts = [] }: Pick<ApprovalDocument, "title" | "amount" | "currency" | "facts">,
  statedBy: StatedBy | undefined,
): DocumentContent {
  return { byOwner: statedBy === "OWNER", title, amount, currency, facts };
}

/** The document of a stored run, with its facts where sources read some; at most one command. */
export async function storedContent(
  scope: TransactionScope,
  companyId: Id,
  { tasks: [task], origin: { document } }: WorkflowRun,
  sources: readonly ApproverSource[],
): Promise<DocumentContent | undefined> {
  if (document === undefined || task === undefined || sources.length === 0) return undefined;
  const readsFacts = factKeysOf(sources).length > 0;
  const revision = readsFacts ? await findRevision(scope, companyId, document.id) : undefined;
  return contentOf({ ...document, facts: revision?.facts }, statedByOf(task));
}

/**
 * The author of a run's document description (contract-3, SAFE-11). Runs of older releases say only who started them, and
 * those before them nothing: of those, only a service could submit stages of its own.
 */
export function statedByOf({
  statedBy,
  byOwner,
  workflowId,
}: Pick<WorkflowTask, "statedBy" | "byOwner" | "workflowId">): StatedBy | undefined {
  if (statedBy !== undefined) return statedBy;
  if (byOwner !== undefined) return byOwner ? "OWNER" : "PERSON";
  return workflowId === undefined ? "OWNER" : undefined;
}

/** The facts that conditions may read of stages which belong to no workflow: those that come with them. */
export function factsBeside(
  stages: readonly Pick<StageInput, "when">[],
  { facts = [] }: Pick<ApprovalDocument, "facts"> = {},
): FactDeclaration[] {
  if (stages.every(({ when }) => when === undefined)) return [];
  return facts.map(({ key, type }) => ({ key, type }));
}
