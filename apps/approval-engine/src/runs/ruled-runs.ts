import type { Id } from "@countersign/domain/approval";
import { type Scope, toObjectId } from "@countersign/mongo";

import { type RecordOf, toRecord } from "../shared/record-of.ts";
import { runsIn } from "./runs-repository.ts";
import type { RunRecord } from "./stored-run.ts";

const FIELDS = [
  "refId",
  "ref",
  "submitterId",
  "origin",
  "submittedAt",
] as const satisfies (keyof RunRecord)[];

/** Runs that are read together. */
const BATCH = 200;

/** A run whose way a rule or the default chose by the word of the document's owner, as far as that is asked again. */
export type RuledRun = Pick<RecordOf<RunRecord>, "_id" | (typeof FIELDS)[number]>;

/** The runs of a kind that rules chose, newest submitted first, some at a time: other requests have their turns meanwhile. */
export async function ruledRuns(
  scope: Scope,
  companyId: Id,
  { kind, since, most }: { kind: string; since: Date; most: number },
): Promise<RuledRun[]> {
  const ofKind = {
    companyId: toObjectId(companyId),
    kind,
    ruled: true as const,
    submittedAt: { $gte: since },
  };
  const projection = Object.fromEntries(FIELDS.map((field) => [field, 1]));
  const runRows = runsIn(scope)
    .find(ofKind, { session: scope.session, projection, sort: { submittedAt: -1, _id: -1 }, limit: most })
    .batchSize(BATCH);
  const runs: RuledRun[] = [];
  for await (const run of runRows) runs.push(toRecord(run) as RuledRun);
  return runs;
}
