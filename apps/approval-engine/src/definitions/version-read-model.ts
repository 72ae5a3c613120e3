import { hexId } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { type VersionDifference, versionDifferences } from "@countersign/domain/routing";
import { listLimitOf } from "@countersign/graphql";
import { text } from "@countersign/texts";
import { type Db, ObjectId } from "mongodb";
import { z } from "zod";

import { optional } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { readAll } from "../shared/record-reader.ts";
import { toRecord } from "../shared/record-of.ts";
import { LISTS } from "./sdl.ts";
import {
  NEWEST_FIELDS,
  type NewestVersion,
  VERSIONS,
  type WorkflowVersion,
  type WorkflowVersionRecord,
  asNewest,
} from "./versions.ts";

const versionNumber = z.int("must be a whole number").min(1, "must be at least 1");
const versionsInput = z.object({ workflowId: hexId, before: optional(versionNumber) });
const diffInput = z.object({ workflowId: hexId, a: versionNumber, b: versionNumber });

/** The versions of workflows (contract-3, ROUTE-1); those of deleted workflows stay readable. */
export interface VersionReadModel {
  /** The newest versions of a workflow, newest first; or those before a version. */
  listVersions(companyId: string, input: unknown): Promise<WorkflowVersion[]>;
  /**
   * The differences between two versions.
   *
   * @throws DomainError `NOT_FOUND` for a version that the workflow does not have
   */
  diffVersions(companyId: string, input: unknown): Promise<VersionDifference[]>;
  /** The newest version of each workflow, in the order of the ids; null without one. */
  newestVersions(companyId: string, workflowIds: readonly string[]): Promise<(NewestVersion | null)[]>;
}

const ofWorkflow = (companyId: string, workflowId: string) => ({
  companyId: new ObjectId(companyId),
  workflowId: new ObjectId(workflowId),
});

export function createVersionReadModel(db: Pick<Db, "collection">): VersionReadModel {
  const versions = db.collection<WorkflowVersionRecord>(VERSIONS);
  async function found(companyId: string, workflowId: string, field: "a" | "b", version: number) {
    const record = await versions.findOne({ ...ofWorkflow(companyId, workflowId), version });
    if (record === null) throw new DomainError("NOT_FOUND", text("missing.version"), { field });
    return toRecord(record);
  }

  return {
    listVersions: (companyId, input) => {
      const { workflowId, before } = parseInput(versionsInput, input);
      const older = before === undefined ? {} : { version: { $lt: before } };
      const newestFirst = versions
        .find({ ...ofWorkflow(companyId, workflowId), ...older })
        .sort({ version: -1 })
        .limit(listLimitOf(LISTS, "Query", "workflowVersions"));
      return readAll(newestFirst, (record) => toRecord(record));
    },
    diffVersions: async (companyId, input) => {
      const { workflowId, a, b } = parseInput(diffInput, input);
      const before = await found(companyId, workflowId, "a", a);
      return versionDifferences(before, await found(companyId, workflowId, "b", b));
    },
    newestVersions: async (companyId, workflowIds) => {
      const options = { sort: { version: -1 }, projection: NEWEST_FIELDS } as const;
      // One key of the index and one record each, however many versions there are.
      const records = workflowIds.map((id) => versions.findOne(ofWorkflow(companyId, id), options));
      return (await Promise.all(records)).map((record) => record && asNewest(record));
    },
  };
}
