import {
  type Grant,
  WORKFLOW_TASK_STATUSES,
  type WorkflowTaskKind,
  type WorkflowTaskStatus,
  coversKind,
} from "@countersign/domain/approval";
import { type Filter, ObjectId } from "mongodb";

import { type InboxOrder, LIST_ORDERS, following, placeAt } from "./inbox-order.ts";
import { GENERATION, UNASSIGNED, type WorkflowTaskRecord, askedText } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { keywordIn } from "../shared/filters.ts";
import type { ListPart, ListSearch } from "../shared/list-page.ts";

type TaskSearch = ListSearch<WorkflowTaskRecord>;
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
}

/**
 * The tasks that wait for the caller's verdict, on their own seat or that of somebody they may represent. Nobody acts in
 * another's place on what they submitted, what is about them or where they have a seat; such tasks are left out.
 *
 * @param known all kinds of the deployment
 * @param submitters whose documents match a keyword too
 */
export function waitingFor(
  { userId, companyId }: Caller,
  { keyword, order = "ASKED", after, kinds = [] }: WaitingFilter,
  known: readonly WorkflowTaskKind[],
  grants: readonly Grant[],
  submitters: readonly ObjectId[] = [],
): TaskSearch {
  const some = isEvery(kinds, known) ? [] : kinds;
  const own = some.length === 0 ? [askedText(userId)] : some.map((kind) => askedText(userId, kind));
  const represented = textsOfKinds(grants, some);
  const user = new ObjectId(userId);
  const texts = ["ref", "document.title", "stageName"];
  const { index, ...sorted } = LIST_ORDERS[order];
  const place = after === undefined ? undefined : placeAt(order, after);
  const company = new ObjectId(companyId);
  const { disjoint: _none, ...all } = listed(own, represented, company, { index, exact: { status: ACTIVE } });
  const others = { involvedIds: { $ne: user }, beneficiaryId: { $ne: user } };
  const matching =
    keyword === undefined
      ? []
      : [{ $or: [keywordIn(texts, keyword), { submitterId: { $in: [...submitters] } }] }];
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
    rest: restOf([...(represented.length === 0 ? [] : [{ $or: [{ askedIds: user }, others] }]), ...matching]),
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

/**
 * The texts by which tasks are found that wait for somebody whom a user may represent; where the search names the kinds,
 * one for all kinds is enough.
 */
export function representedTexts(
  grants: readonly Grant[],
  { status = ACTIVE, kinds = [] }: Pick<TaskFilter, "status" | "kinds"> = {},
): string[] {
  if (status !== ACTIVE) return [];
  const texts = grants.flatMap(({ principalId, kinds: covered }) => {
    if (covered.length === 0) return [askedText(principalId)];
    const wanted = kinds.length === 0 ? covered : covered.filter((kind) => kinds.includes(kind));
    return wanted.map((kind) => askedText(principalId, kind));
  });
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
