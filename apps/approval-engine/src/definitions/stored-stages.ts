import { type Id, type StoredStage, withLadder } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import type { FactDeclaration } from "@countersign/domain/routing";
import type { Scope } from "@countersign/mongo";

import type { VersionStage } from "./content.ts";
import { seatsAmong } from "./stage-seats.ts";
import { type WorkflowVersion, findNewestVersion, findNewestVersions, findVersion } from "./versions.ts";

/** Whether the company has the workflow. */
export async function workflowExists(scope: Scope, companyId: Id, workflowId: Id): Promise<boolean> {
  return (await findNewestVersion(scope, companyId, workflowId)) !== undefined;
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

/** The definition that a submission, a return or a query reads. */
export interface ReadDefinition {
  workflowId: Id;
  /** Absent: the newest. */
  version?: number | undefined;
}

/** A version of a workflow; nothing when the company has no such workflow or version. */
export async function readVersion(
  scope: Scope,
  companyId: Id,
  { workflowId, version }: ReadDefinition,
): Promise<StoredVersion | undefined> {
  const record = await (version === undefined
    ? findNewestVersion(scope, companyId, workflowId)
    : findVersion(scope, companyId, workflowId, version));
  return record && storedVersion(record);
}

/** The newest versions of those of the workflows that are there; one command. */
export async function readVersions(
  scope: Scope,
  companyId: Id,
  workflowIds: readonly Id[],
): Promise<Map<Id, StoredVersion>> {
  const records = await findNewestVersions(scope, companyId, workflowIds);
  return new Map(records.map((record) => [record.workflowId, storedVersion(record)]));
}

/** One stage of a definition, with its approvers; nothing when the definition has no such stage. */
export async function findStoredStage(
  scope: Scope,
  companyId: Id,
  stageId: Id,
  definition: ReadDefinition,
): Promise<StoredStage | undefined> {
  const version = await readVersion(scope, companyId, definition);
  return version?.stages.find((stage) => stage.stageId === stageId);
}

function storedVersion({ workflowId, version, facts = [], stages }: WorkflowVersion): StoredVersion {
  return { version, facts, stages: stages.map((stage) => storedStage(stage, workflowId)) };
}

function storedStage(stage: VersionStage, workflowId: Id): KeyedStage {
  const { approvers, sources, ...rule } = withLadder(stage);
  return defined<KeyedStage>({ workflowId, ...rule, ...seatsAmong(approvers), sources });
}
