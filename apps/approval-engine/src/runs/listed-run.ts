import { isActive } from "@countersign/domain/approval";
import type { Collection, Db } from "mongodb";

import { WORKFLOW_RUNS } from "../shared/pending.ts";
import type { RunRecord, RunTaskRecord } from "./stored-run.ts";

const FIELDS = [
  "companyId",
  "refId",
  "number",
  "ref",
  "kind",
  "state",
  "submitterId",
  "peopleIds",
  "deciderIds",
  "judged",
  "viewerIds",
  "tab",
  "words",
  "askedIds",
  "submittedAt",
  "endedAt",
  "sortedAt",
] as const satisfies (keyof RunRecord)[];
const FIELDS_OF_STAGE = [
  "_id",
  "orderNo",
  "stageName",
  "status",
  "archived",
  "askedAt",
  "nudgedAt",
] as const satisfies (keyof RunTaskRecord)[];
const FIELDS_OF_DOCUMENT = ["id", "title", "amount", "currency"] as const;

type ListedStage = Pick<RunTaskRecord, (typeof FIELDS_OF_STAGE)[number]>;

/** A run as lists of documents read it: without its seats and history. */
export interface ListedRun extends Pick<RunRecord, "_id" | (typeof FIELDS)[number]> {
  document?: Pick<NonNullable<RunRecord["document"]>, (typeof FIELDS_OF_DOCUMENT)[number]>;
  tasks: ListedStage[];
}

/** The projection of a listed run. */
export const LISTED_RUN: Readonly<Record<string, 1>> = Object.fromEntries(
  [
    ...FIELDS,
    ...FIELDS_OF_STAGE.map((field) => `tasks.${field}`),
    ...FIELDS_OF_DOCUMENT.map((field) => `document.${field}`),
  ].map((path) => [path, 1] as const),
);

/** Runs, of which lists read {@link LISTED_RUN}. */
export const listedRunsIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<ListedRun> =>
  db.collection<ListedRun>(WORKFLOW_RUNS);

/** The stage that is asked. */
export const waitingStageOf = ({ tasks }: Pick<ListedRun, "tasks">): ListedStage | undefined =>
  tasks.find(isActive);
