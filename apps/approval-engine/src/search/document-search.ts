import { type Term, matchesTerms, searchTerms } from "@countersign/domain/search";
import { type Collection, ObjectId } from "mongodb";

import { type RunSearchRecord, type Viewer, findRare, sees } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { DocumentSearch } from "./inputs.ts";
import type { Place } from "../shared/place.ts";
import { type Found, type Ordered, newestFirst, readOn } from "../shared/read-on.ts";

type Row = RunSearchRecord;
type Test = (row: Row) => boolean;

/** The place of a row among documents. */
const placeOfRow = ({ submittedAt, _id }: Row): Place => ({
  atMs: submittedAt.getTime(),
  id: _id.toHexString(),
});

/**
 * The documents that a viewer may find and that match, newest submitted first (contract-3, CON-14). Words that few
 * documents have are looked up; else the documents are looked through in their order, a bounded number for each page.
 */
export async function searchDocuments(
  rows: Collection<Row>,
  caller: Caller,
  viewer: Viewer,
  search: DocumentSearch,
): Promise<Found<Row>> {
  const terms = search.text === undefined ? [] : searchTerms(search.text);
  if (terms === undefined) return { data: [], next: undefined };
  const isMine = search.decidedByMe === true || search.submittedByMe === true;
  const own: Viewer = isMine ? [new ObjectId(caller.userId)] : viewer;
  const tests = testsOf(search, caller, terms);
  const wanted = { take: search.take, after: search.after, placeOf: placeOfRow };
  const rare = search.number === undefined ? await findRare(rows, caller.companyId, terms) : undefined;
  if (rare !== undefined) {
    return pageOf(rare.filter(passing([sees(own), isWithin(search), ...tests])), wanted);
  }
  const ordered = rangeOf(rows, caller, own, search);
  const further = search.number === undefined ? tests : [sees(own), ...tests];
  if (further.length === 0) return readOn<Row>(ordered, wanted);
  return readOn<Row>(ordered, wanted, async (found) =>
    found.filter(passing(further)).map((row) => [row, row] as const),
  );
}

/** The rows by number, or else those that the viewer may find. */
function rangeOf(
  rows: Collection<Row>,
  { companyId }: Caller,
  viewer: Viewer,
  { number, submittedFrom: from, submittedUntil: until }: DocumentSearch,
): Ordered<Row> {
  const company = new ObjectId(companyId);
  const ordered = { collection: rows, by: "submittedAt", from, until } as const;
  if (number !== undefined) {
    const ref = { $in: [...new Set([number, number.toUpperCase()])] };
    return { ...ordered, index: "by_number", exact: { companyId: company, ref } };
  }
  const viewerIds = viewer.length === 1 ? viewer[0]! : { $in: [...viewer] };
  return { ...ordered, index: "by_viewer", exact: { companyId: company, viewerIds } };
}

const passing =
  (tests: readonly Test[]): Test =>
  (row) =>
    tests.every((test) => test(row));

const isWithin =
  ({ submittedFrom, submittedUntil }: DocumentSearch): Test =>
  ({ submittedAt }) =>
    (submittedFrom === undefined || submittedAt >= submittedFrom) &&
    (submittedUntil === undefined || submittedAt < submittedUntil);

/** The conditions on a row beyond its place in an index. */
function testsOf(search: DocumentSearch, { userId }: Caller, terms: readonly Term[]): Test[] {
  const { personId, kinds = [], states = [], currency, decidedByMe, submittedByMe } = search;
  const tests: (Test | false)[] = [
    terms.length > 0 && (({ words }) => matchesTerms(words, terms)),
    personId !== undefined && (({ everyone }) => everyone.some((one) => isUser(one, personId))),
    kinds.length > 0 && (({ kind }) => kinds.includes(kind)),
    states.length > 0 && (({ state }) => states.includes(state)),
    currency !== undefined && (({ document }) => hasAmount(document, search)),
    decidedByMe === true && (({ deciderIds }) => deciderIds.some((one) => isUser(one, userId))),
    submittedByMe === true && (({ submitterId }) => isUser(submitterId, userId)),
  ];
  return tests.filter((test) => test !== false);
}

const isUser = (one: ObjectId | string, userId: string): boolean =>
  one instanceof ObjectId && one.toHexString() === userId.toLowerCase();

/** Amounts have at most 15 digits, which numbers hold exactly. */
function hasAmount(document: Row["document"], { currency, amountFrom, amountTo }: DocumentSearch): boolean {
  if (document?.amount === undefined || document.currency !== currency) return false;
  const amount = Number(document.amount);
  return (
    (amountFrom === undefined || amount >= Number(amountFrom)) &&
    (amountTo === undefined || amount <= Number(amountTo))
  );
}

/** The part of some rows that a page shows. */
function pageOf(
  rows: readonly Row[],
  { take, after }: { take: number; after: Place | undefined },
): Found<Row> {
  const following = rows
    .toSorted((a, b) => newestFirst(placeOfRow(a), placeOfRow(b)))
    .filter((row) => after === undefined || newestFirst(placeOfRow(row), after) > 0);
  const data = following.slice(0, take);
  return { data, next: following.length > take ? placeOfRow(data.at(-1)!) : undefined };
}
