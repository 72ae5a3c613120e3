import { type Collection, type Db, ObjectId } from "mongodb";

import { type ListedRun, LISTED_RUN, type Viewer, findRare, listedRunsIn, sees } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { DocumentSearch } from "./inputs.ts";
import type { Place } from "../shared/place.ts";
import { type WordSearch, wordSearch } from "./named-terms.ts";
import { type Found, type Ordered, newestFirst, readOn } from "../shared/read-on.ts";

type Test = (run: ListedRun) => boolean;

/** The place of a run among documents. */
const placeOfRun = ({ submittedAt, _id }: ListedRun): Place => ({
  atMs: submittedAt.getTime(),
  id: _id.toHexString(),
});

/**
 * The documents that a viewer may find and that match, newest submitted first (contract-3, CON-14). Words that few
 * documents have are looked up; else the documents are looked through in their order, a bounded number for each page.
 */
export async function searchDocuments(
  db: Pick<Db, "collection">,
  caller: Caller,
  viewer: Viewer,
  search: DocumentSearch,
): Promise<Found<ListedRun>> {
  const wordsWanted = await wordSearch(db, caller.companyId, search.text);
  if (wordsWanted === undefined) return { data: [], next: undefined };
  const runs = listedRunsIn({ db });
  const isMine = search.decidedByMe === true || search.submittedByMe === true;
  const allowedViewer: Viewer = isMine ? [new ObjectId(caller.userId)] : viewer;
  const tests = testsOf(search, caller, wordsWanted);
  const wantedPage = { take: search.take, after: search.after, placeOf: placeOfRun };
  const rare =
    search.number === undefined ? await findRare(runs, caller.companyId, wordsWanted.words) : undefined;
  if (rare !== undefined) {
    return pageOf(rare.filter(passing([sees(allowedViewer), isWithin(search), ...tests])), wantedPage);
  }
  const runsInOrder = rangeOf(runs, caller, allowedViewer, search);
  const further = search.number === undefined ? tests : [sees(allowedViewer), ...tests];
  if (further.length === 0) return readOn<ListedRun>(runsInOrder, wantedPage);
  return readOn<ListedRun>(runsInOrder, wantedPage, async (runsOfBatch) =>
    runsOfBatch.filter(passing(further)).map((run) => [run, run] as const),
  );
}

/** The runs by number, or else those that the viewer may find. */
function rangeOf(
  runs: Collection<ListedRun>,
  { companyId }: Caller,
  viewer: Viewer,
  { number, submittedFrom: from, submittedUntil: until }: DocumentSearch,
): Ordered<ListedRun> {
  const company = new ObjectId(companyId);
  const runsInOrder = { collection: runs, by: "submittedAt", from, until, projection: LISTED_RUN } as const;
  if (number !== undefined) {
    const ref = { $in: [...new Set([number, number.toUpperCase()])] };
    return { ...runsInOrder, index: "number", exact: { companyId: company, ref } };
  }
  const viewerIds = viewer.length === 1 ? viewer[0]! : { $in: [...viewer] };
  return { ...runsInOrder, index: "viewers", exact: { companyId: company, viewerIds } };
}

const passing =
  (tests: readonly Test[]): Test =>
  (run) =>
    tests.every((test) => test(run));

const isWithin =
  ({ submittedFrom, submittedUntil }: DocumentSearch): Test =>
  ({ submittedAt }) =>
    (submittedFrom === undefined || submittedAt >= submittedFrom) &&
    (submittedUntil === undefined || submittedAt < submittedUntil);

/** The conditions on a run beyond its place in an index. */
function testsOf(search: DocumentSearch, { userId }: Caller, { terms, finds }: WordSearch): Test[] {
  const { personId, kinds = [], states = [], decidedByMe, submittedByMe } = search;
  const { currency, amountFrom, amountTo } = search;
  const tests: (Test | false)[] = [
    terms.length > 0 && finds,
    personId !== undefined && (({ peopleIds }) => hasId(peopleIds, personId)),
    kinds.length > 0 && (({ kind }) => kinds.includes(kind)),
    states.length > 0 && (({ state }) => states.includes(state)),
    (currency ?? amountFrom ?? amountTo) !== undefined && (({ document }) => hasAmount(document, search)),
    decidedByMe === true && (({ deciderIds }) => hasId(deciderIds, userId)),
    submittedByMe === true && (({ submitterId }) => hasId([submitterId], userId)),
  ];
  return tests.filter((test) => test !== false);
}

const hasId = (ids: readonly ObjectId[], id: string): boolean =>
  ids.some((oneId) => oneId.toHexString() === id.toLowerCase());

/** Amounts have at most 15 digits, which numbers hold exactly. */
function hasAmount(
  document: ListedRun["document"],
  { currency, amountFrom, amountTo }: DocumentSearch,
): boolean {
  if (document?.amount === undefined) return false;
  if (currency !== undefined && document.currency !== currency) return false;
  const amount = Number(document.amount);
  return (
    (amountFrom === undefined || amount >= Number(amountFrom)) &&
    (amountTo === undefined || amount <= Number(amountTo))
  );
}

/** The part of some runs that a page shows. */
function pageOf(
  runs: readonly ListedRun[],
  { take, after }: { take: number; after: Place | undefined },
): Found<ListedRun> {
  const followingRuns = runs
    .toSorted((a, b) => newestFirst(placeOfRun(a), placeOfRun(b)))
    .filter((run) => after === undefined || newestFirst(placeOfRun(run), after) > 0);
  const data = followingRuns.slice(0, take);
  return { data, next: followingRuns.length > take ? placeOfRun(data.at(-1)!) : undefined };
}
