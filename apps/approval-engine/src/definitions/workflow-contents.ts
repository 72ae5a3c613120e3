import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import type { Scope } from "@countersign/mongo";

import type { TransactionScope } from "../shared/transact.ts";
import { type ShownContent, type ShownStage, shownContent } from "./content.ts";
import { type WorkflowPublication, judgementOf } from "./publication.ts";
import { refuseFaults } from "./refuse-faults.ts";
import { eachOnce } from "./stage-seats.ts";
import {
  type Versioned,
  type WorkflowVersion,
  findNewestVersions,
  findVersion,
  versionsBefore,
} from "./versions.ts";

/** The newest version of a workflow, as readers see it. */
export type WorkflowContent = ShownContent & Omit<WorkflowVersion, "stages">;

/** The newest version of each workflow, or HR policy, of the company that is there, read together. */
export async function contentsOf(
  scope: Scope,
  companyId: Id,
  workflowIds: readonly Id[],
  of?: Versioned,
): Promise<Map<Id, WorkflowContent>> {
  const versions = await findNewestVersions(scope, companyId, workflowIds, of);
  return new Map(versions.map((version) => [version.workflowId, shownContent(version)]));
}

/** One version of a workflow, or of an HR policy, as readers see it. */
export async function contentAt(
  scope: Scope,
  companyId: Id,
  { workflowId, version }: { workflowId: Id; version: number },
  of?: Versioned,
): Promise<WorkflowContent | undefined> {
  const foundVersion = await findVersion(scope, companyId, workflowId, version, of);
  return foundVersion && shownContent(foundVersion);
}

/** The newest versions of a workflow or HR policy, or those before a time, newest first, as readers see them. */
export async function contentsBefore(
  scope: Scope,
  companyId: Id,
  { workflowId, ...until }: { workflowId: Id; before?: Date | undefined; most: number },
  of?: Versioned,
): Promise<WorkflowContent[]> {
  const versions = await versionsBefore(scope, companyId, { workflowId, ...until }, of);
  return versions.map(shownContent);
}

/** A stage that may not be stored yet. */
type DraftStage = Omit<ShownStage, "stageId"> & { stageId?: Id };

/** The content that a workflow would have, were it published so. @param present - as it is now */
export function draftContent(
  { given: { name, facts }, stages }: WorkflowPublication,
  present?: Pick<ShownContent, "stages">,
): Omit<ShownContent, "stages"> & { stages: DraftStage[] } {
  const ids = new Map(present?.stages.map(({ key, stageId }) => [key, stageId]));
  const draftedStages = stages.map(({ key, fields, approvers }) => {
    const stageId = ids.get(key);
    return defined<DraftStage>({ key, stageId, ...fields, approvers: eachOnce(approvers) });
  });
  const declaredFacts = facts !== undefined && facts.length > 0 ? { facts } : {};
  return {
    name,
    ...declaredFacts,
    stages: draftedStages.toSorted((left, right) => left.order - right.order),
  };
}

/** Refuses, as `publishWorkflow` would, conditions and sources that cannot do their work. @throws DomainError `INVALID_INPUT` */
export async function refuseDraftFaults(
  scope: TransactionScope,
  companyId: Id,
  publication: WorkflowPublication,
): Promise<void> {
  const { stages, ...content } = draftContent(publication);
  const placedStages = stages.map((stage) => Object.assign({ stageId: "" }, stage));
  const judgement = judgementOf(publication.given, publication.stages);
  await refuseFaults(scope, companyId, { ...content, stages: placedStages }, judgement);
}
