import type { Id, StoredStage } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import type { Scope } from "@countersign/mongo";

import type { TransactionScope } from "../shared/transact.ts";
import { contentOf, currentVersion, definitionOf } from "./publish-version.ts";
import { createWorkflows } from "./repositories.ts";
import { seatsAmong } from "./stage-seats.ts";
import { type VersionStage, findVersion } from "./versions.ts";

/** Whether the company has the workflow. */
export async function workflowExists(scope: Scope, companyId: Id, workflowId: Id): Promise<boolean> {
  return (await createWorkflows(scope).find(companyId, workflowId)) !== undefined;
}

/** The version of a workflow that a submission follows, with its stages. */
export interface StoredVersion {
  version: number;
  stages: StoredStage[];
}

/** The current version of a workflow, for a command; nothing when the company has no such workflow. */
export async function storedVersionOf(
  scope: TransactionScope,
  companyId: Id,
  workflowId: Id,
): Promise<StoredVersion | undefined> {
  const found = await currentVersion(scope, companyId, workflowId);
  if (found === undefined) return undefined;
  return { version: found.version, stages: found.stages.map((stage) => storedStage(stage, workflowId)) };
}

/** A stage of a definition, with the key that names it in every version. */
type KeyedStage = StoredStage & { key: string };

/** The stages of a workflow as they are now, for a query: it publishes no version. */
export async function stagesNow(
  scope: Scope,
  companyId: Id,
  workflowId: Id,
): Promise<KeyedStage[] | undefined> {
  const definition = await definitionOf(scope, companyId, workflowId);
  return definition && contentOf(definition).stages.map((stage) => storedStage(stage, workflowId));
}

/** The definition that a return reads. */
interface ReadDefinition {
  workflowId: Id;
  /** Absent: the workflow as it is now. */
  version?: number | undefined;
}

/** One stage of a definition, with its approvers; nothing when the definition has no such stage. */
export async function findStoredStage(
  scope: Scope,
  companyId: Id,
  stageId: Id,
  { workflowId, version }: ReadDefinition,
): Promise<StoredStage | undefined> {
  if (version === undefined) {
    const stages = await stagesNow(scope, companyId, workflowId);
    return stages?.find((stage) => stage.stageId === stageId);
  }
  const found = await findVersion(scope, companyId, workflowId, version);
  const stage = found?.stages.find((one) => one.stageId === stageId);
  return stage && storedStage(stage, workflowId);
}

function storedStage(stage: VersionStage, workflowId: Id): KeyedStage {
  const { key, stageId, name, order, approveBy, quorum, rejectBy, bulk, approvers } = stage;
  const rule = { name, order, approveBy, quorum, rejectBy, bulk };
  return defined<KeyedStage>({ key, stageId, workflowId, ...rule, ...seatsAmong(approvers) });
}
