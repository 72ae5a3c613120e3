import { matchesTerms, searchTerms } from "@countersign/domain/search";
import { type Collection, type Db, ObjectId } from "mongodb";

import { RUN_SEARCH, type RunSearchRecord, type WorkflowApprovalRecord } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { DecidedPage } from "./inputs.ts";
import type { Place } from "../shared/place.ts";
import { type Found, type Wanted, readOn } from "../shared/read-on.ts";

/** A verdict, and the run in which it was given. */
export interface Decided {
  verdict: WorkflowApprovalRecord;
  row: RunSearchRecord;
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
  const terms = text === undefined ? [] : searchTerms(text);
  if (terms === undefined) return { data: [], next: undefined };
  const company = new ObjectId(companyId);
  const rows: Collection<RunSearchRecord> = db.collection(RUN_SEARCH);
  const ordered = {
    collection: db.collection<WorkflowApprovalRecord>("workflow_approvals"),
    index: "by_decider",
    exact: { deciderId: new ObjectId(userId), companyId: company },
    by: "statusUpdateDate" as const,
    from: from && secondsOf(from),
    until: until && secondsOf(until),
  };
  return readOn<WorkflowApprovalRecord, Decided>(ordered, { ...paging, ...ORDER }, async (verdicts) => {
    const listed = verdicts.filter(
      (one) =>
        (status === undefined || one.status === status) && (kinds.length === 0 || kinds.includes(one.kind)),
    );
    const runIds = [...new Map(listed.map(({ runId }) => [runId.toHexString(), runId])).values()];
    const found = await rows.find({ _id: { $in: runIds }, companyId: company }).toArray();
    const byId = new Map(found.map((row) => [row._id.toHexString(), row]));
    return listed.flatMap((verdict) => {
      const row = byId.get(verdict.runId.toHexString());
      if (row === undefined || !matchesTerms(row.words, terms)) return [];
      return [[verdict, { verdict, row }] as const];
    });
  });
}

/** The first whole second that is not before an instant. */
const secondsOf = (instant: Date): number => Math.ceil(instant.getTime() / SECOND_MS);
