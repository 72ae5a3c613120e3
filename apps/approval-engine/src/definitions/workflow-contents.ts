import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { type Scope, toObjectId } from "@countersign/mongo";

import type { TransactionScope } from "../shared/transact.ts";
import { contentOf } from "./publish-version.ts";
import { type WorkflowPublication, judgementOf } from "./publish-workflow.ts";
import type { Workflow } from "./records.ts";
import { refuseFaults } from "./refuse-faults.ts";
import { createApprovers, createStages, createWorkflows } from "./repositories.ts";
import { eachOnce } from "./stage-seats.ts";
import { type VersionContent, type VersionStage, findNewestVersion } from "./versions.ts";

/** A workflow as it is now, and who published it last. */
export interface WorkflowContent extends VersionContent {
  /** 0 without a version. */
  version: number;
  description?: string | undefined;
  /** Absent if its first use published it. */
  createdBy?: Id | undefined;
  createdAt: Date;
}

/** The content of each workflow of the company that is there, read together. */
export async function contentsOf(
  scope: Scope,
  companyId: Id,
  workflowIds: readonly Id[],
): Promise<Map<Id, WorkflowContent>> {
  const { session } = scope;
  const [workflows, stages, approvers] = [
    createWorkflows(scope),
    createStages(scope),
    createApprovers(scope),
  ];
  const ids = workflowIds.map((id) => toObjectId(id));
  const own = { companyId: toObjectId(companyId), deletedAt: null };
  const within = { ...own, workflowId: { $in: ids } };
  const found = await workflows.collection.find({ ...own, _id: { $in: ids } }, { session }).toArray();
  const ofStages = await stages.collection.find(within, { session, sort: { order: 1, _id: 1 } }).toArray();
  const ofApprovers = await approvers.collection.find(within, { session, sort: { _id: 1 } }).toArray();
  const stagesOf = Map.groupBy(
    ofStages.map((one) => stages.read(one)),
    ({ workflowId }) => workflowId,
  );
  const approversOf = Map.groupBy(
    ofApprovers.map((one) => approvers.read(one)),
    ({ workflowId }) => workflowId,
  );
  const contents = new Map<Id, WorkflowContent>();
  for (const record of found) {
    const workflow: Workflow = workflows.read(record);
    const { _id, description } = workflow;
    const newest = await findNewestVersion(scope, companyId, _id);
    const parts = { stages: stagesOf.get(_id) ?? [], approvers: approversOf.get(_id) ?? [] };
    const { version = 0, createdBy, createdAt = workflow.createdAt } = newest ?? {};
    const published = { version, description, createdBy, createdAt };
    contents.set(_id, { ...contentOf({ workflow, ...parts, newest }), ...published });
  }
  return contents;
}

/** A stage that may not be stored yet. */
type DraftStage = Omit<VersionStage, "stageId"> & { stageId?: Id };

/** The content that a workflow would have, were it published so. @param present - as it is now */
export function draftContent(
  { given: { name, facts }, stages }: WorkflowPublication,
  present?: VersionContent,
): Omit<VersionContent, "stages"> & { stages: DraftStage[] } {
  const ids = new Map(present?.stages.map(({ key, stageId }) => [key, stageId]));
  const drafted = stages.map(({ key, fields, approvers }) => {
    const { status: _status, ...rule } = fields;
    const stageId = ids.get(key);
    return defined<DraftStage>({ key, stageId, ...rule, approvers: eachOnce(approvers) });
  });
  const declared = facts !== undefined && facts.length > 0 ? { facts } : {};
  return { name, ...declared, stages: drafted.toSorted((left, right) => left.order - right.order) };
}

/** Refuses, as `publishWorkflow` would, conditions and sources that cannot do their work. @throws DomainError `INVALID_INPUT` */
export async function refuseDraftFaults(
  scope: TransactionScope,
  companyId: Id,
  publication: WorkflowPublication,
): Promise<void> {
  const { stages, ...content } = draftContent(publication);
  const placed = stages.map((stage) => Object.assign({ stageId: "" }, stage));
  const judgement = judgementOf(publication.given, publication.stages);
  await refuseFaults(scope, companyId, { ...content, stages: placed }, judgement);
}
