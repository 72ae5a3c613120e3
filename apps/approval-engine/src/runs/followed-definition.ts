import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { type JoinedDefinition, type RuledDefinition, joinDefinitions } from "@countersign/domain/routing";
import { text } from "@countersign/texts";

import { readVersion } from "../definitions/index.ts";
import { type StartingDocument, workflowsByRule } from "../rules/index.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { isAdded } from "./added-kinds.ts";
import type { Submission } from "./submission.ts";

/** Whether the rules of an added kind, or the company's default, decide who is asked about a document. */
export async function isRuled(
  scope: TransactionScope,
  companyId: Id,
  submission: StartingDocument,
): Promise<boolean> {
  return (await workflowsByRule(scope, companyId, submission)).length > 0;
}

type Starting = Pick<
  Submission,
  "kind" | "workflowId" | "dynamicStages" | "submitterId" | "byOwner" | "document"
>;

/** A version of a workflow. */
export interface RuleVersion {
  workflowId: Id;
  version: number;
}

/** A definition that a document follows. */
export interface FollowedDefinition extends JoinedDefinition {
  /** The workflows by which rules of an added kind, or its default, ask; none where the submission chose its own. */
  rules: RuleVersion[];
}

/**
 * The stored definition that a document follows: the workflow that its submission names; of an added kind, where it names
 * neither a workflow nor stages, what the rules of the kind ask, or the company's default. Where a person names a workflow of
 * an added kind, its rules ask besides: who asks does not choose who answers (contract-4, MEET-1).
 *
 * @returns nothing where the submission brings its stages along, names a workflow that is not there, or has to name one
 * @throws DomainError `INVALID_INPUT` without a rule and a default; `WORKFLOW_NOT_FOUND` for a rule whose workflow was
 *   deleted; `WORKFLOW_HAS_NO_STAGES`
 */
export async function followedDefinition(
  scope: TransactionScope,
  companyId: Id,
  submission: Starting,
): Promise<FollowedDefinition | undefined> {
  const { kind, workflowId: namedId, dynamicStages, byOwner } = submission;
  if (dynamicStages !== undefined) return undefined;
  let ownChoice: RuledDefinition | undefined;
  if (namedId !== undefined) {
    const version = await readVersion(scope, companyId, { workflowId: namedId });
    if (version === undefined) return undefined;
    ownChoice = { workflowId: namedId, ...version, isCertain: true };
  }
  if (!isAdded(kind) || (ownChoice && byOwner)) return ownChoice && { ...ownChoice, rules: [] };
  const ruled: RuledDefinition[] = [];
  for (const { workflowId, isCertain } of await workflowsByRule(scope, companyId, submission)) {
    const version = workflowId && (await readVersion(scope, companyId, { workflowId }));
    if (!workflowId || !version) {
      throw new DomainError("WORKFLOW_NOT_FOUND", text("missing.workflow"), { field: "workflowId" });
    }
    ruled.push({ workflowId, ...version, isCertain });
  }
  const further = ruled.filter(({ workflowId }) => workflowId !== namedId);
  const definitions = [...(ownChoice ? [ownChoice] : []), ...further];
  if (definitions.length === 0) {
    throw new DomainError("INVALID_INPUT", text("run.noDefaultWorkflow", { kind }), { field: "workflowId" });
  }
  const rules = ruled.map(({ workflowId, version }) => ({ workflowId, version }));
  return { ...joinDefinitions(definitions), rules };
}
