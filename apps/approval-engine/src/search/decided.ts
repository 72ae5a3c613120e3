import { type Db, ObjectId } from "mongodb";

import { type ListedRun, LISTED_RUN, type WorkflowApprovalRecord, listedRunsIn } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { DecidedPage } from "./inputs.ts";
import type { Place } from "../shared/place.ts";
import { type Found, type Wanted, readOn } from "../shared/read-on.ts";
import { wordSearch } from "./named-terms.ts";

/** A verdict, and the run in which it was given. */
export interface Decided {
  verdict: WorkflowApprovalRecord;
  run: ListedRun;
}

const SECOND_MS = 1_000;

/** Verdicts are in the order of whole seconds. */
const ORDER: Pick<Wanted<WorkflowApprovalRecord>, "placeOf" | "valueAt"> = {
  placeOf: ({ statusUpdateDate = 0, _id }): Place => ({
    atMs: statusUpdateDate * SECOND_MS,
    id: _id.toHexString(),
  }),
  valueAt: ({ atMs }) => atMs / SECOND_MS,
};

/** The verdicts that the caller gave, also in another's place, newest first (contract-3, CON-14). */
export async function listDecided(
  db: Pick<Db, "collection">,
  { companyId, userId }: Caller,
  { text, kinds = [], status, from, until, ...paging }: DecidedPage,
): Promise<Found<Decided>> {
  const search = await wordSearch(db, companyId, text);
  if (search === undefined) return { data: [], next: undefined };
  const company = new ObjectId(companyId);
  const runs = listedRunsIn({ db });
  const verdictsInOrder = {
    collection: db.collection<WorkflowApprovalRecord>("workflow_approvals"),
    index: "by_decider",
    exact: { deciderId: new ObjectId(userId), companyId: company },
    by: "statusUpdateDate" as const,
    from: from && secondsOf(from),
    until: until && secondsOf(until),
  };
  return readOn<WorkflowApprovalRecord, Decided>(
    verdictsInOrder,
    { ...paging, ...ORDER },
    async (verdicts) => {
      const matchingVerdicts = verdicts.filter(
        (verdict) =>
          (status === undefined || verdict.status === status) &&
          (kinds.length === 0 || kinds.includes(verdict.kind)),
      );
      const runIds = [...new Map(matchingVerdicts.map(({ runId }) => [runId.toHexString(), runId])).values()];
      const judgedRuns = await runs
        .find({ _id: { $in: runIds }, companyId: company }, { projection: LISTED_RUN })
        .toArray();
      const runOf = new Map(judgedRuns.map((run) => [run._id.toHexString(), run]));
      return matchingVerdicts.flatMap((verdict) => {
        const run = runOf.get(verdict.runId.toHexString());
        if (run === undefined || !search.finds(run)) return [];
        return [[verdict, { verdict, run }] as const];
      });
    },
  );
}

/** The first whole second that is not before an instant. */
const secondsOf = (instant: Date): number => Math.ceil(instant.getTime() / SECOND_MS);
