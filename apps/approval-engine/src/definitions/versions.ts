import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { type Scope, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

import type { ChangeNote } from "../shared/change-note.ts";
import { type RecordOf, toRecord } from "../shared/record-of.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { type VersionContent, type VersionStage, hashOf } from "./content.ts";

export const VERSIONS = "workflow_versions";

/**
 * `workflow_versions`: the truth about who is asked (contract-4, ONE-6), a record for each version of a workflow. Its content
 * never changes.
 */
export interface WorkflowVersionRecord extends Omit<VersionContent, "stages"> {
  _id: ObjectId;
  companyId: ObjectId;
  workflowId: ObjectId;
  /** 1 for the first, without gaps. */
  version: number;
  /** SHA-256, in hexadecimal, of the RFC 8785 JSON of name, stages and, if there are any, facts. */
  hash: string;
  stages: VersionStageRecord[];
  /** Of an HR policy, whose id stands in `workflowId`: commands name it as no workflow. */
  policy?: true;
  note?: string;
  /** The figures that were reckoned before it was published. */
  changeNote?: ChangeNote;
  createdAt: Date;
  createdBy?: ObjectId;
  /** When the next one took its place, or the workflow was deleted; null: it is the newest. */
  until: Date | null;
}

interface VersionStageRecord extends Omit<VersionStage, "stageId" | "approvers"> {
  stageId: ObjectId;
  approvers: { id: ObjectId; approverId: ObjectId; groups?: string[] }[];
}

export type WorkflowVersion = RecordOf<WorkflowVersionRecord>;

const versionsIn = ({ db }: Pick<Scope, "db">) => db.collection<WorkflowVersionRecord>(VERSIONS);

/** The filter of a company's newest versions. */
export const newestOf = (companyId: Id, workflowIds: readonly Id[]) => ({
  companyId: toObjectId(companyId),
  workflowId: { $in: workflowIds.map((id) => toObjectId(id)) },
  until: null,
});

/** The subject of versions: those of HR policies are found where a policy is asked for, and nowhere else. */
export type Versioned = "WORKFLOW" | "POLICY";

/**
 * The newest version of a workflow, or of an HR policy; nothing of one that was deleted, or that the company does not have.
 */
export async function findNewestVersion(
  scope: Scope,
  companyId: Id,
  id: Id,
  of: Versioned = "WORKFLOW",
): Promise<WorkflowVersion | undefined> {
  const [version] = await findNewestVersions(scope, companyId, [id], of);
  return version;
}

/** The newest version of each of the workflows, or HR policies, that are there. */
export async function findNewestVersions(
  scope: Scope,
  companyId: Id,
  ids: readonly Id[],
  of: Versioned = "WORKFLOW",
): Promise<WorkflowVersion[]> {
  const filter = { ...newestOf(companyId, ids), policy: { $exists: of === "POLICY" } };
  const versions = await versionsIn(scope).find(filter, { session: scope.session }).toArray();
  return versions.map((version) => toRecord(version));
}

/** One version of a workflow, or of an HR policy. */
export async function findVersion(
  scope: Scope,
  companyId: Id,
  workflowId: Id,
  version: number,
  of: Versioned = "WORKFLOW",
): Promise<WorkflowVersion | undefined> {
  const ofWorkflow = { workflowId: toObjectId(workflowId), policy: { $exists: of === "POLICY" } };
  const filter = { companyId: toObjectId(companyId), ...ofWorkflow, version };
  const record = await versionsIn(scope).findOne(filter, { session: scope.session });
  return record === null ? undefined : toRecord(record);
}

/** The newest versions of a workflow or HR policy, or those before a time, newest first. */
export async function versionsBefore(
  scope: Scope,
  companyId: Id,
  { workflowId, before, most }: { workflowId: Id; before?: Date | undefined; most: number },
  of: Versioned = "WORKFLOW",
): Promise<WorkflowVersion[]> {
  const ofWorkflow = { workflowId: toObjectId(workflowId), policy: { $exists: of === "POLICY" } };
  const older = before === undefined ? {} : { createdAt: { $lt: before } };
  const versions = await versionsIn(scope)
    .find({ companyId: toObjectId(companyId), ...ofWorkflow, ...older }, { session: scope.session })
    .sort({ createdAt: -1, version: -1 })
    .limit(most)
    .toArray();
  return versions.map((version) => toRecord(version));
}

/** A version that is about to be published. */
export interface NextVersion {
  companyId: Id;
  workflowId: Id;
  policy?: true;
  /** Absent: the platform makes it. */
  createdBy?: Id | undefined;
  note?: string | undefined;
  changeNote?: ChangeNote | undefined;
  content: VersionContent;
}

/** Stores the next version of a workflow in place of the newest. Of two at once the index lets one be. */
export async function insertNext(
  scope: TransactionScope,
  before: WorkflowVersion | undefined,
  { content: { name, facts, stages }, ...origin }: NextVersion,
): Promise<WorkflowVersion> {
  if (before !== undefined) await endVersion(scope, before);
  const next = defined<WorkflowVersion>({
    _id: scope.newId(),
    version: (before?.version ?? 0) + 1,
    hash: hashOf(defined<VersionContent>({ name, facts, stages })),
    name,
    facts,
    stages,
    ...origin,
    createdAt: scope.now,
    until: null,
  });
  const { _id, companyId, workflowId, createdBy, ...fields } = next;
  const document = {
    _id: toObjectId(_id),
    companyId: toObjectId(companyId),
    workflowId: toObjectId(workflowId),
    ...fields,
    stages: stages.map(storedStage),
    ...(createdBy !== undefined && { createdBy: toObjectId(createdBy) }),
  };
  await scope.write({ insert: VERSIONS, documents: [document] });
  return next;
}

/** Ends the newest version of a workflow, which has none from then on. */
export async function endVersion(scope: TransactionScope, { _id }: WorkflowVersion): Promise<void> {
  const until = { q: { _id: toObjectId(_id) }, u: { $set: { until: scope.now } } };
  await scope.write({ update: VERSIONS, updates: [until] });
}

function storedStage({ stageId, approvers, ...stage }: VersionStage): VersionStageRecord {
  return { ...stage, stageId: toObjectId(stageId), approvers: approvers.map(storedApprover) };
}

function storedApprover({ id, approverId, ...labels }: VersionStage["approvers"][number]) {
  return { id: toObjectId(id), approverId: toObjectId(approverId), ...labels };
}
