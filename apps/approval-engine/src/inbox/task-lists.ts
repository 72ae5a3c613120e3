import {
  type Grant,
  WORKFLOW_TASK_STATUSES,
  type WorkflowTaskKind,
  type WorkflowTaskStatus,
  coversKind,
} from "@countersign/domain/approval";
import { Decimal128, type Filter, ObjectId } from "mongodb";

import { type InboxOrder, LIST_ORDERS, following, placeAt } from "./inbox-order.ts";
import {
  GENERATION,
  type SortAmount,
  UNASSIGNED,
  type WorkflowTask,
  type WorkflowTaskRecord,
  askedText,
  representedTexts,
  sortAmountOf,
} from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { keywordIn } from "../shared/filters.ts";
import type { ListPart, ListSearch } from "../shared/list-page.ts";

type TaskSearch = ListSearch<WorkflowTaskRecord>;
type Condition = Filter<WorkflowTaskRecord>;
type TaskPart = ListPart<WorkflowTaskRecord>;

/** The only tasks with approvers to decide. */
const ACTIVE: WorkflowTaskStatus = "AWAITING_APPROVAL";

/** The filters that a caller may set on a list of tasks. */
export interface TaskFilter {
  keyword?: string;
  status?: WorkflowTaskStatus;
  kinds?: WorkflowTaskKind[];
}

/**
 * The inbox: never archived tasks, and for callers without the privilege only those they are involved in, and those that
 * wait for somebody whom they may represent. When two users have to be involved, it reads one user's list: the index
 * holds single ids of a record, not pairs.
 *
 * @param known all kinds of the deployment
 * @param grants whom the caller may represent now
 */
export function inboxOf(
  { userId, companyId, privileged }: Caller,
  { involvedUserId, ...filter }: TaskFilter & { involvedUserId?: ObjectId },
  known: readonly WorkflowTaskKind[],
  grants: readonly Grant[] = [],
): TaskSearch {
  const users = [...(privileged ? [] : [userId]), ...(involvedUserId ? [involvedUserId.toHexString()] : [])];
  const [first, ...others] = [...new Set(users)].map((id) => new ObjectId(id));
  const company = new ObjectId(companyId);
  const represented = privileged ? [] : representedTexts(grants, filter);
  const { disjoint, ...all } = listed([first ?? company], represented, company, narrowed(filter, known));
  const rest = restOf([...others.map((id) => ({ involvedIds: id })), ...keywordOf(filter)]);
  return {
    ...all,
    ...(disjoint && { disjoint: disjoint.map((exact) => ({ exact, rest })) }),
    implied: { archived: false, deletedAt: null },
    rest,
  };
}

/** The filters, the order and the beginning that a caller may set for what waits. */
export interface WaitingFilter extends Omit<TaskFilter, "status"> {
  order?: InboxOrder;
  /** A place in that order. */
  after?: string;
  currency?: string;
  amountFrom?: string;
  amountTo?: string;
  /** A band of amounts, or what has none. */
  band?: { currency: string; from?: string; below?: string } | "none";
  submitterIds?: readonly string[];
  /** Only what waits for these users. */
  forUserIds?: readonly string[];
  /** Only these documents. */
  refIds?: readonly ObjectId[];
  /** Only what was asked later. */
  askedAfter?: Date;
}

/** The matches of a keyword besides number, title and stage. */
export interface KeywordMatches {
  submitters: readonly ObjectId[];
  runs: readonly ObjectId[];
}

const NO_MATCHES: KeywordMatches = { submitters: [], runs: [] };

/**
 * The tasks that wait for the caller's verdict, on their own seat or that of somebody they may represent. Nobody acts in
 * another's place on what they submitted, what is about them or where they have a seat; such tasks are left out.
 *
 * @param known all kinds of the deployment
 * @param matches what matches a keyword too
 */
export function waitingFor(
  { userId, companyId }: Caller,
  filter: WaitingFilter,
  known: readonly WorkflowTaskKind[],
  grants: readonly Grant[],
  { submitters, runs }: KeywordMatches = NO_MATCHES,
): TaskSearch {
  const { keyword, order = "ASKED", after } = filter;
  const { own, represented } = waitingTexts(userId, filter, known, grants);
  const user = new ObjectId(userId);
  const texts = ["ref", "document.title", "stageName"];
  const { index, ...sorted } = LIST_ORDERS[order];
  const place = after === undefined ? undefined : placeAt(order, after);
  const company = new ObjectId(companyId);
  const { disjoint: _none, ...all } = listed(own, represented, company, { index, exact: { status: ACTIVE } });
  const others = { involvedIds: { $ne: user }, beneficiaryId: { $ne: user } };
  const found =
    keyword === undefined
      ? []
      : [
          {
            $or: [
              keywordIn(texts, keyword),
              { submitterId: { $in: [...submitters] } },
              { runId: { $in: [...runs] } },
            ],
          },
        ];
  const narrow = narrowingOf(filter);
  const matching = [...narrow, ...found];
  const deciding = represented.length === 0 ? [] : [{ $or: [{ askedIds: user }, others] }];
  const on = (lists: readonly string[]) => ({
    listedFor: { $in: [...lists] },
    companyId: company,
    status: ACTIVE,
  });
  return {
    ...all,
    order: sorted,
    parts: place === undefined ? all.parts : within(all.parts ?? [all], following(place)),
    implied: { archived: false, deletedAt: null },
    rest: restOf([...deciding, ...matching]),
    ...(narrow.length > 0 && {
      judged: { rest: restOf([...deciding, ...found]), fields: JUDGED_FIELDS, passes: passesOf(filter) },
    }),
    // The caller's own are counted from index keys alone.
    ...(represented.length > 0 && {
      disjoint: [
        { exact: on(own), rest: restOf(matching) },
        {
          exact: on(represented),
          rest: restOf([{ askedIds: { $ne: user }, ...others }, ...matching]),
        },
      ],
    }),
  };
}

/** The texts under which tasks wait for a user, and for those whom they represent. */
export function waitingTexts(
  userId: string,
  { kinds = [], forUserIds }: Pick<WaitingFilter, "kinds" | "forUserIds">,
  known: readonly WorkflowTaskKind[],
  grants: readonly Grant[],
): { own: string[]; represented: string[] } {
  const some = isEvery(kinds, known) ? [] : kinds;
  const isWanted = (id: string) => forUserIds === undefined || forUserIds.includes(id);
  const mine = some.length === 0 ? [askedText(userId)] : some.map((kind) => askedText(userId, kind));
  return {
    own: isWanted(userId) ? mine : [],
    represented: textsOfKinds(
      grants.filter(({ principalId }) => isWanted(principalId)),
      some,
    ),
  };
}

/** The conditions on tasks themselves that a caller may set for what waits. */
function narrowingOf({ submitterIds, refIds, askedAfter, band, ...amounts }: WaitingFilter): Condition[] {
  const conditions: (Condition | false)[] = [
    submitterIds !== undefined && { submitterId: { $in: submitterIds.map((id) => new ObjectId(id)) } },
    refIds !== undefined && { refId: { $in: [...refIds] } },
    askedAfter !== undefined && { askedAt: { $gt: askedAfter } },
    band !== undefined && { sortAmount: band === "none" ? sortAmountOf() : inBand(band) },
    amounts.currency !== undefined && { sortAmount: inAmounts({ ...amounts, currency: amounts.currency }) },
  ];
  return conditions.filter((condition) => condition !== false);
}

const JUDGED_FIELDS = ["submitterId", "refId", "askedAt", "sortAmount"];

/** The same conditions, for tasks that were read. Amounts have at most 15 digits, which numbers hold exactly. */
function passesOf(filter: WaitingFilter): (task: Partial<WorkflowTask>) => boolean {
  const { submitterIds, refIds, askedAfter, band, currency, amountFrom, amountTo } = filter;
  const documents = refIds && new Set(refIds.map((id) => id.toHexString()));
  const { currency: own = currency, from = amountFrom, below } = typeof band === "object" ? band : {};
  return ({ submitterId = "", refId = "", askedAt, sortAmount }) => {
    const amount = Number(sortAmount?.value);
    return (
      (submitterIds === undefined || submitterIds.includes(submitterId)) &&
      (documents === undefined || documents.has(refId)) &&
      (askedAfter === undefined || (askedAt !== undefined && askedAt > askedAfter)) &&
      (band !== "none" || sortAmount?.currency === "") &&
      (own === undefined || sortAmount?.currency === own) &&
      (currency === undefined || sortAmount?.currency === currency) &&
      [from, amountFrom].every((least) => least === undefined || amount >= Number(least)) &&
      (amountTo === undefined || amount <= Number(amountTo)) &&
      (below === undefined || amount < Number(below))
    );
  };
}

/** Beyond every amount, which has at most 15 digits. */
const GREATEST = "1000000000000000";
const LEAST = `-${GREATEST}`;

/** Amounts of a currency in the order of lists: the fields of the two ends are compared one after the other. */
const inAmounts = ({
  currency,
  amountFrom,
  amountTo,
}: Pick<WaitingFilter, "amountFrom" | "amountTo"> & { currency: string }) => ({
  $gte: amountAt(currency, amountFrom ?? LEAST),
  $lte: amountAt(currency, amountTo ?? GREATEST),
});

const inBand = ({
  currency,
  from = LEAST,
  below = GREATEST,
}: Exclude<WaitingFilter["band"], "none" | undefined>) => ({
  $gte: amountAt(currency, from),
  $lt: amountAt(currency, below),
});

const amountAt = (currency: string, value: string): SortAmount => ({
  currency,
  value: Decimal128.fromString(value),
});

/** Each part within each range. */
const within = (parts: readonly TaskPart[], ranges: readonly Filter<WorkflowTaskRecord>[]): TaskPart[] =>
  parts.flatMap(({ index, exact, open }) =>
    ranges.map((range) => ({ index, exact: { ...exact, ...range }, open })),
  );

/** The tasks that nobody can complete. */
export const unassignedIn = ({ companyId }: Caller): TaskSearch => ({
  index: "listed",
  exact: { listedFor: UNASSIGNED, companyId: new ObjectId(companyId) },
  implied: { archived: false, deletedAt: null },
});

/** More ranges than this a server reads one after the other, and then sorts. */
const MAX_MERGED = 200;

/** The tasks of some lists and those of people the caller substitutes; in parts if one search would have too many ranges. */
function listed(
  lists: readonly (ObjectId | string)[],
  represented: readonly string[],
  companyId: ObjectId,
  { index, exact, open }: Narrowed,
): Pick<TaskSearch, "index" | "exact" | "open" | "parts"> & { disjoint?: Filter<WorkflowTaskRecord>[] } {
  const on = (some: readonly (ObjectId | string)[]) => ({
    listedFor: some.length === 1 ? some[0]! : { $in: [...some] },
    companyId,
    ...exact,
  });
  const whole = { index, exact: on([...lists, ...represented]), open };
  const ofOne = rangesOf({ ...exact, ...open });
  if ((lists.length + represented.length) * ofOne <= MAX_MERGED) return whole;
  const waiting = { ...exact, status: ACTIVE };
  // Only active tasks wait for anybody: without kinds to choose from, the plain list has them in the page's order.
  const others =
    open === undefined
      ? inChunks(represented, Math.max(1, Math.floor(MAX_MERGED / rangesOf(waiting)))).map((some) => ({
          index,
          exact: { ...on(some), status: ACTIVE },
        }))
      : [{ index: "listed", exact: { ...on(represented), status: ACTIVE } }];
  const { status } = exact;
  const ended = typeof status === "object" ? status.$in.filter((one) => one !== ACTIVE) : [];
  return {
    ...whole,
    ...(ended.length > 0 && {
      disjoint: [
        { ...whole.exact, status: ACTIVE },
        { ...on(lists), status: { $in: ended } },
      ],
    }),
    parts: [{ index, exact: on(lists), open }, ...others],
  };
}

function inChunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

/** How many ranges of an index these conditions are. */
const rangesOf = (conditions: object): number =>
  Object.values(conditions).reduce<number>(
    (ranges, value) =>
      ranges * (typeof value === "object" && value !== null && "$in" in value ? value.$in.length : 1),
    1,
  );

interface Narrowed {
  index: string;
  exact: {
    status?: WorkflowTaskStatus | { $in: WorkflowTaskStatus[] };
    kind?: { $in: WorkflowTaskKind[] };
  };
  open?: { kind: { $in: WorkflowTaskKind[] } } | undefined;
}

/** An index that yields the page's order for the filter, and the fields of it that the filter pins down. */
function narrowed(filter: TaskFilter, known: readonly WorkflowTaskKind[]): Narrowed {
  const { status, kinds = [] } = filter;
  if (kinds.length > 0 && !isEvery(kinds, known)) {
    return { index: "listed_by_kind", exact: statusAndKind(filter, known) };
  }
  return status === undefined
    ? { index: "listed", exact: {} }
    : { index: "listed_by_kind", exact: { status }, open: { kind: { $in: [...known] } } };
}

const isEvery = (kinds: readonly WorkflowTaskKind[], known: readonly WorkflowTaskKind[]): boolean =>
  known.every((kind) => kinds.includes(kind));

/** The texts by which tasks of some kinds are found that wait for somebody whom a user may represent; no kinds: all. */
function textsOfKinds(grants: readonly Grant[], kinds: readonly WorkflowTaskKind[]): string[] {
  if (kinds.length === 0) return representedTexts(grants);
  const texts = grants.flatMap((grant) =>
    kinds.filter((kind) => coversKind(grant, kind)).map((kind) => askedText(grant.principalId, kind)),
  );
  return [...new Set(texts)];
}

/** The caller's own submissions, archived ones included unless the filter names `archived`. */
export function submissionsOf(
  { userId, companyId }: Caller,
  { archived, ...filter }: TaskFilter & { archived?: boolean },
  known: readonly WorkflowTaskKind[],
): TaskSearch {
  const index = "own_submissions";
  const mine = {
    seatsListed: GENERATION,
    submissionOf: new ObjectId(userId),
    companyId: new ObjectId(companyId),
  };
  const isPlain = archived === undefined && !isNarrowed(filter);
  const within = (either: boolean | { $in: boolean[] }) => ({
    archived: either,
    ...statusAndKind(filter, known),
  });
  const all = within(archived ?? { $in: [false, true] });
  return {
    index,
    ...(isPlain ? { exact: mine, open: all } : { exact: { ...mine, ...all } }),
    ...(rangesOf(all) > MAX_MERGED && {
      parts: [false, true].map((one) => ({ index, exact: { ...mine, ...within(one) } })),
    }),
    implied: { deletedAt: null },
    rest: restOf(keywordOf(filter)),
  };
}

/** Whole references, such as `SO-000123`, but not their beginnings. */
const REFERENCE = /^[A-Z]{1,10}-\d{4,}$/iu;

/**
 * The same search, for records whose reference equals the keyword.
 *
 * @param search without the keyword
 * @returns undefined when the keyword does not look like a reference
 */
export function byReference(
  { exact, parts, order, implied = {}, rest = {} }: TaskSearch,
  keyword: string | undefined,
): TaskSearch | undefined {
  if (keyword === undefined || !REFERENCE.test(keyword)) return undefined;
  const { companyId, ...listed } = exact;
  return {
    index: "by_ref",
    exact: { companyId, ref: { $in: [...new Set([keyword, keyword.toUpperCase()])] } } as TaskSearch["exact"],
    order,
    implied,
    rest: { $and: [parts === undefined ? listed : { $or: parts.map((part) => part.exact) }, rest] },
  };
}

const isNarrowed = ({ status, kinds = [] }: TaskFilter) => status !== undefined || kinds.length > 0;

/** Names all values instead of none: the index yields each in the page's order, and the store merges them. */
const statusAndKind = ({ status, kinds = [] }: TaskFilter, known: readonly WorkflowTaskKind[]) => ({
  status: status ?? { $in: [...WORKFLOW_TASK_STATUSES] },
  kind: { $in: kinds.length > 0 ? kinds : [...known] },
});

const keywordOf = ({ keyword }: TaskFilter): Filter<WorkflowTaskRecord>[] =>
  keyword === undefined ? [] : [keywordIn(["ref", "title", "stageName"], keyword)];

const restOf = (conditions: Filter<WorkflowTaskRecord>[]): Filter<WorkflowTaskRecord> | undefined =>
  conditions.length === 0 ? undefined : { $and: conditions };
