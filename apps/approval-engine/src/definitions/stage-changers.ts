import type { Id } from "@countersign/domain/approval";
import { canonicalJson } from "@countersign/domain/canonical-json";
import { type Scope, toObjectId } from "@countersign/mongo";

import { toRecord } from "../shared/record-of.ts";
import { shownStage } from "./content.ts";
import { VERSIONS, type WorkflowVersionRecord } from "./versions.ts";

/** The version of a workflow that a run began with. */
export interface BeginningVersion {
  workflowId: Id;
  /** Absent: the run brought its stages along. */
  version: number | undefined;
  submittedAt: Date | undefined;
}

type StageVersion = Pick<WorkflowVersionRecord, "version" | "createdAt" | "createdBy" | "stages">;

/**
 * The people who changed a stage of a workflow since a run began: whom it asks, and how many of them (contract-4, MEET-3).
 */
export async function stageChangers(
  { db, session }: Scope,
  companyId: Id,
  stageId: Id,
  { workflowId, version: begunVersion, submittedAt = new Date(0) }: BeginningVersion,
): Promise<Id[]> {
  const since = begunVersion === undefined ? {} : { version: { $gte: begunVersion } };
  const versions = await db
    .collection<StageVersion>(VERSIONS)
    .find(
      { companyId: toObjectId(companyId), workflowId: toObjectId(workflowId), ...since },
      { session, sort: { version: 1 }, projection: { version: 1, createdAt: 1, createdBy: 1, stages: 1 } },
    )
    .toArray();
  const isLater = ({ version, createdAt }: StageVersion) =>
    begunVersion === undefined ? createdAt >= submittedAt : version > begunVersion;
  const changers = versions.flatMap((version, place) => {
    if (!isLater(version) || version.createdBy === undefined) return [];
    const [after, before] = [version, versions[place - 1]].map((storedVersion) =>
      questionIn(storedVersion, stageId),
    );
    return after === before ? [] : [version.createdBy.toHexString()];
  });
  return [...new Set(changers)];
}

/** The stage as far as it says who decides; its name, place and bulk say nothing of that. */
function questionIn(version: Pick<StageVersion, "stages"> | undefined, stageId: Id): string {
  const stage = version?.stages.find((candidate) => candidate.stageId.toHexString() === stageId);
  if (stage === undefined) return "";
  const { name: _name, order: _order, bulk: _bulk, ...question } = shownStage(toRecord(stage));
  return canonicalJson(question);
}
