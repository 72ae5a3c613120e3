import { type Id, type StoredStage, ladderIn } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import type { FactDeclaration } from "@countersign/domain/routing";
import type { Scope } from "@countersign/mongo";

import type { TransactionScope } from "../shared/transact.ts";
import { type CurrentVersion, contentOf, currentVersion, definitionOf } from "./publish-version.ts";
import { createWorkflows } from "./repositories.ts";
import { seatsAmong } from "./stage-seats.ts";
import { type VersionStage, findVersion, hashOf } from "./versions.ts";

/** Whether the company has the workflow. */
export async function workflowExists(scope: Scope, companyId: Id, workflowId: Id): Promise<boolean> {
  return (await createWorkflows(scope).find(companyId, workflowId)) !== undefined;
}

/** A stage of a definition, with the key that names it in every version. */
export type KeyedStage = StoredStage & { key: string };

/** A version of a workflow, as a document follows it. */
export interface StoredVersion {
  version: number;
  /** The facts that conditions and sources of the stages read. */
  facts: readonly FactDeclaration[];
  stages: KeyedStage[];
}

/** The current version of a workflow, for a command; nothing when the company has no such workflow. */
export async function storedVersionOf(
  scope: TransactionScope,
  companyId: Id,
  workflowId: Id,
): Promise<StoredVersion | undefined> {
  const found = await currentVersion(scope, companyId, workflowId);
  return found && storedVersion(found, workflowId);
}

/** The definition that a return or a query reads. */
export interface ReadDefinition {
  workflowId: Id;
  /** Absent: the workflow as it is now. */
  version?: number | undefined;
}

/**
 * A workflow for a query, which publishes no version: as it is now, under the number that a submission would follow, or
 * one of its versions. Nothing when the company has no such workflow or version.
 */
export async function readVersion(
  scope: Scope,
  companyId: Id,
  { workflowId, version }: ReadDefinition,
): Promise<StoredVersion | undefined> {
  if (version !== undefined) {
    const found = await findVersion(scope, companyId, workflowId, version);
    return found && storedVersion(found, workflowId);
  }
  const definition = await definitionOf(scope, companyId, workflowId);
  if (definition === undefined) return undefined;
  const { newest } = definition;
  const content = contentOf(definition);
  const isNewest = newest?.hash === hashOf(content);
  return storedVersion({ version: (newest?.version ?? 0) + (isNewest ? 0 : 1), ...content }, workflowId);
}

/** One stage of a definition, with its approvers; nothing when the definition has no such stage. */
export async function findStoredStage(
  scope: Scope,
  companyId: Id,
  stageId: Id,
  definition: ReadDefinition,
): Promise<StoredStage | undefined> {
  const found = await readVersion(scope, companyId, definition);
  return found?.stages.find((stage) => stage.stageId === stageId);
}

function storedVersion({ version, facts = [], stages }: CurrentVersion, workflowId: Id): StoredVersion {
  return { version, facts, stages: stages.map((stage) => storedStage(stage, workflowId)) };
}

function storedStage(stage: VersionStage, workflowId: Id): KeyedStage {
  const { key, stageId, name, order, approveBy, quorum, rejectBy, bulk, approvers, sources, when } = stage;
  const rule = { name, order, approveBy, quorum, rejectBy, bulk };
  const seats = { ...seatsAmong(approvers), sources };
  return defined<KeyedStage>({ key, stageId, workflowId, ...rule, ...seats, when, ...ladderIn(stage) });
}
