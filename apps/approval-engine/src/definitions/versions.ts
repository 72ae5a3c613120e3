import { createHash } from "node:crypto";

import type { ApproveBy, Id, LadderFields, RejectBy } from "@countersign/domain/approval";
import { canonicalJson } from "@countersign/domain/canonical-json";
import type { FactDeclaration } from "@countersign/domain/routing";
import { type Scope, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

import { type RecordOf, toRecord } from "../shared/record-of.ts";
import type { StoredSource } from "./stage-seats.ts";

export const VERSIONS = "workflow_versions";

/** `workflow_versions`: a workflow as it was at one time (contract-3, ROUTE-1). Written once, never changed. */
export interface WorkflowVersionRecord {
  _id: ObjectId;
  companyId: ObjectId;
  workflowId: ObjectId;
  /** 1 for the first, without gaps. */
  version: number;
  /** SHA-256, in hexadecimal, of the RFC 8785 JSON of name, stages and, if there are any, facts. */
  hash: string;
  name: string;
  /** The facts that conditions and sources of the stages read; absent without any. */
  facts?: FactDeclaration[];
  stages: VersionStageRecord[];
  note?: string;
  createdAt: Date;
  /** Absent: the first use of the workflow made the version. */
  createdBy?: ObjectId;
}

/** A stage of a version, with the fields of its ladder as on the stage. */
export interface VersionStageRecord extends LadderFields {
  /** Names the stage in every version. */
  key: string;
  stageId: ObjectId;
  name: string;
  order: number;
  approveBy: ApproveBy;
  quorum?: number;
  rejectBy?: RejectBy;
  bulk?: false;
  approvers: { approverId: ObjectId; groups?: string[] }[];
  /** Absent without any, as on the stage. */
  sources?: StoredSource[];
  when?: string;
}

export type WorkflowVersion = RecordOf<WorkflowVersionRecord>;
export type VersionStage = RecordOf<VersionStageRecord>;

/** The part of a version that its hash covers. */
export type VersionContent = Pick<WorkflowVersion, "name" | "facts" | "stages">;

/** The hash of a version (contract-3, ROUTE-1). */
export function hashOf({ name, facts, stages }: VersionContent): string {
  return createHash("sha256").update(canonicalJson({ name, facts, stages })).digest("hex");
}

/** The newest version of a workflow, as far as others continue it. */
export interface NewestVersion {
  version: number;
  hash: string;
  /** The keys of its stages, by the stages' ids. */
  keys: ReadonlyMap<Id, string>;
  createdAt: Date;
  /** Absent if the first use of the workflow published it. */
  createdBy?: Id | undefined;
}

/** The fields of {@link NewestVersion}, as they are read. */
export const NEWEST_FIELDS = {
  version: 1,
  hash: 1,
  "stages.stageId": 1,
  "stages.key": 1,
  createdAt: 1,
  createdBy: 1,
} as const;

export function asNewest(record: WorkflowVersionRecord): NewestVersion {
  const { version, hash, stages, createdAt, createdBy } = record;
  const keys = new Map(stages.map(({ stageId, key }) => [stageId.toHexString(), key]));
  return { version, hash, keys, createdAt, createdBy: createdBy?.toHexString() };
}

const versionsIn = ({ db }: Pick<Scope, "db">) => db.collection<WorkflowVersionRecord>(VERSIONS);

/** The newest version of a workflow; nothing if it has none. */
export async function findNewestVersion(
  scope: Scope,
  companyId: Id,
  workflowId: Id,
): Promise<NewestVersion | undefined> {
  const found = await versionsIn(scope).findOne(
    { companyId: toObjectId(companyId), workflowId: toObjectId(workflowId) },
    { session: scope.session, sort: { version: -1 }, projection: NEWEST_FIELDS },
  );
  return found === null ? undefined : asNewest(found);
}

/** One version of a workflow. */
export async function findVersion(
  scope: Scope,
  companyId: Id,
  workflowId: Id,
  version: number,
): Promise<WorkflowVersion | undefined> {
  const filter = { companyId: toObjectId(companyId), workflowId: toObjectId(workflowId), version };
  const found = await versionsIn(scope).findOne(filter, { session: scope.session });
  return found === null ? undefined : toRecord(found);
}

/** Stores a version. Of two at once with the same number the index lets one be. */
export async function insertVersion(scope: Scope, version: WorkflowVersion): Promise<void> {
  const { _id, companyId, workflowId, createdBy, stages, ...fields } = version;
  const stored = {
    _id: toObjectId(_id),
    companyId: toObjectId(companyId),
    workflowId: toObjectId(workflowId),
    ...fields,
    stages: stages.map(storedStage),
    ...(createdBy !== undefined && { createdBy: toObjectId(createdBy) }),
  };
  await scope.write({ insert: VERSIONS, documents: [stored] });
}

function storedStage({ stageId, approvers, ...stage }: VersionStage): VersionStageRecord {
  return { ...stage, stageId: toObjectId(stageId), approvers: approvers.map(storedApprover) };
}

function storedApprover({ approverId, ...own }: VersionStage["approvers"][number]) {
  return { approverId: toObjectId(approverId), ...own };
}
