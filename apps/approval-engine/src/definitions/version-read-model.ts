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
import { type ShownContent, shownContent } from "./content.ts";
import { VERSIONS, type WorkflowVersion, type WorkflowVersionRecord, newestOf } from "./versions.ts";

const versionNumber = z.int("must be a whole number").min(1, "must be at least 1");
const versionsInput = z.object({ workflowId: hexId, before: optional(versionNumber) });
const diffInput = z.object({ workflowId: hexId, a: versionNumber, b: versionNumber });

/** A version as readers see it. */
export type ShownVersion = ShownContent & Omit<WorkflowVersion, "stages">;

/** The newest version of a workflow, as far as its rows show it. */
export interface NewestVersion {
  version: number;
  /** The keys of its stages, by the stages' ids. */
  keys: ReadonlyMap<string, string>;
}

/** The versions of workflows (contract-3, ROUTE-1); those of deleted workflows stay readable. */
export interface VersionReadModel {
  /** The newest versions of a workflow, newest first; or those before a version. */
  listVersions(companyId: string, input: unknown): Promise<ShownVersion[]>;
  /**
   * The differences between two versions.
   *
   * @throws DomainError `NOT_FOUND` for a version that the workflow does not have
   */
  diffVersions(companyId: string, input: unknown): Promise<VersionDifference[]>;
  /** The newest version of each workflow or HR policy, in the order of the ids; null without one. */
  newestVersions(companyId: string, workflowIds: readonly string[]): Promise<(NewestVersion | null)[]>;
}

const ofWorkflow = (companyId: string, workflowId: string) => ({
  companyId: new ObjectId(companyId),
  workflowId: new ObjectId(workflowId),
  policy: { $exists: false },
});

export function createVersionReadModel(db: Pick<Db, "collection">): VersionReadModel {
  const versions = db.collection<WorkflowVersionRecord>(VERSIONS);
  async function findShown(companyId: string, workflowId: string, field: "a" | "b", version: number) {
    const record = await versions.findOne({ ...ofWorkflow(companyId, workflowId), version });
    if (record === null) throw new DomainError("NOT_FOUND", text("missing.version"), { field });
    return shownContent(toRecord(record));
  }

  return {
    listVersions: (companyId, input) => {
      const { workflowId, before } = parseInput(versionsInput, input);
      const older = before === undefined ? {} : { version: { $lt: before } };
      const newestFirst = versions
        .find({ ...ofWorkflow(companyId, workflowId), ...older })
        .sort({ version: -1 })
        .limit(listLimitOf(LISTS, "Query", "workflowVersions"));
      return readAll(newestFirst, (record) => shownContent(toRecord(record)));
    },
    diffVersions: async (companyId, input) => {
      const { workflowId, a, b } = parseInput(diffInput, input);
      const before = await findShown(companyId, workflowId, "a", a);
      return versionDifferences(before, await findShown(companyId, workflowId, "b", b));
    },
    newestVersions: async (companyId, workflowIds) => {
      const projection = { workflowId: 1, version: 1, "stages.stageId": 1, "stages.key": 1 };
      const records = await versions.find(newestOf(companyId, workflowIds), { projection }).toArray();
      const newestById = new Map(
        records.map(({ workflowId, version, stages }): [string, NewestVersion] => {
          const keys = new Map(stages.map(({ stageId, key }) => [stageId.toHexString(), key]));
          return [workflowId.toHexString(), { version, keys }];
        }),
      );
      return workflowIds.map((id) => newestById.get(id) ?? null);
    },
  };
}
