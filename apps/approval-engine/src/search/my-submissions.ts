import { type Collection, type Db, type Filter, ObjectId } from "mongodb";

import { type ListedRun, LISTED_RUN, listedRunsIn } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { MySubmissions, SubmissionTab } from "./inputs.ts";
import type { Place } from "../shared/place.ts";
import { wordSearch } from "./named-terms.ts";
import { type Found, type Ordered, mergedPages, readOn } from "../shared/read-on.ts";

const DAY_MS = 86_400_000;
/** How long a rejected document needs its submitter, who may submit it again. */
const NEEDED_DAYS = 30;
/** How far each list is counted. */
const COUNTED_MAX = 1_000;

/** A part of a list: the runs of one tab, between two instants of their order. */
type Part = Pick<Ordered<ListedRun>, "from" | "until"> & { tab: NonNullable<ListedRun["tab"]> };

/** The parts of the submitter's lists: what was rejected long ago is done. */
function partsOf(now: Date): Readonly<Record<SubmissionTab, readonly Part[]>> {
  const recently = new Date(now.getTime() - NEEDED_DAYS * DAY_MS);
  return {
    NEEDS_YOU: [{ tab: "ASKED" }, { tab: "REJECTED", from: recently }],
    IN_PROGRESS: [{ tab: "IN_PROGRESS" }],
    DONE: [{ tab: "DONE" }, { tab: "REJECTED", until: recently }],
  };
}

const exactOf = ({ companyId, userId }: Caller, { tab }: Part) => ({
  companyId: new ObjectId(companyId),
  submitterId: new ObjectId(userId),
  tab,
});

/** The place of a run among its submitter's. */
const placeOf = ({ sortedAt, _id }: ListedRun): Place => ({
  atMs: sortedAt.getTime(),
  id: _id.toHexString(),
});

/** A page of one of the caller's lists, newest first; each document is its newest run (contract-3, CON-16). */
export async function listSubmissions(
  db: Pick<Db, "collection">,
  caller: Caller,
  { tab, text, take, after }: MySubmissions,
  now: Date,
): Promise<Found<ListedRun>> {
  const search = await wordSearch(db, caller.companyId, text);
  if (search === undefined) return { data: [], next: undefined };
  const filter = async (runs: ListedRun[]) => runs.filter(search.finds).map((run) => [run, run] as const);
  const collection = listedRunsIn({ db });
  const pages = await Promise.all(
    partsOf(now)[tab].map((part) => {
      const { from, until } = part;
      const runsInOrder: Ordered<ListedRun> = {
        collection,
        index: "submitter",
        exact: exactOf(caller, part),
        by: "sortedAt",
        from,
        until,
        projection: LISTED_RUN,
      };
      return readOn<ListedRun>(
        runsInOrder,
        { take, after, placeOf },
        search.terms.length > 0 ? filter : undefined,
      );
    }),
  );
  return mergedPages(pages, { take, placeOf });
}

/** How many documents are in one of the caller's lists, counted up to {@link COUNTED_MAX}. */
export async function countSubmissions(
  runs: Collection<ListedRun>,
  caller: Caller,
  tab: SubmissionTab,
  now: Date,
): Promise<number> {
  let count = 0;
  for (const part of partsOf(now)[tab]) {
    const { from, until } = part;
    const bounds = { ...(from && { $gte: from }), ...(until && { $lt: until }) };
    const filter = {
      ...exactOf(caller, part),
      ...((from ?? until) && { sortedAt: bounds }),
    } as Filter<ListedRun>;
    const limit = COUNTED_MAX - count;
    if (limit > 0) count += await runs.count(filter, { hint: "submitter", limit });
  }
  return count;
}
