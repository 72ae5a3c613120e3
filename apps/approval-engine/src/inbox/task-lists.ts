import {
  type Grant,
  WORKFLOW_TASK_STATUSES,
  type WorkflowTaskKind,
  type WorkflowTaskStatus,
} from "@countersign/domain/approval";
import { type Filter, ObjectId } from "mongodb";

import { type InboxOrder, LIST_ORDERS, following, placeAt } from "./inbox-order.ts";
import { UNASSIGNED, type WorkflowTaskRecord, askedText } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { keywordIn } from "../shared/filters.ts";
import type { ListSearch } from "../shared/list-page.ts";

type TaskSearch = ListSearch<WorkflowTaskRecord>;

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
  return {
    ...listed(first ?? company, represented, company, narrowed(filter, known)),
    implied: { archived: false, deletedAt: null },
    rest: restOf([...others.map((id) => ({ involvedIds: id })), ...keywordOf(filter)]),
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
  { keyword, order = "ASKED", after, ...own }: WaitingFilter,
  known: readonly WorkflowTaskKind[],
  grants: readonly Grant[],
  submitters: readonly ObjectId[] = [],
): TaskSearch {
  const filter = { ...own, status: ACTIVE };
  const represented = representedTexts(grants, filter);
  const user = new ObjectId(userId);
  const texts = ["ref", "document.title", "stageName"];
  const { indexes, ...sorted } = LIST_ORDERS[order];
  const { exact } = narrowed(filter, known);
  const index = exact.kind === undefined ? indexes.status : indexes.kind;
  const place = after === undefined ? undefined : placeAt(order, after);
  const all = listed(askedText(userId), represented, new ObjectId(companyId), { index, exact });
  return {
    ...all,
    order: sorted,
    parts: place === undefined ? all.parts : within(all.parts ?? [all.exact], following(place)),
    implied: { archived: false, deletedAt: null },
    rest: restOf([
      ...(represented.length === 0
        ? []
        : [{ $or: [{ askedIds: user }, { involvedIds: { $ne: user }, beneficiaryId: { $ne: user } }] }]),
      ...(keyword === undefined
        ? []
        : [{ $or: [keywordIn(texts, keyword), { submitterId: { $in: [...submitters] } }] }]),
    ]),
  };
}

/** Each part within each range. */
const within = (
  parts: readonly Filter<WorkflowTaskRecord>[],
  ranges: readonly Filter<WorkflowTaskRecord>[],
): Filter<WorkflowTaskRecord>[] => parts.flatMap((part) => ranges.map((range) => ({ ...part, ...range })));

/** The tasks that nobody can complete. */
export const unassignedIn = ({ companyId }: Caller): TaskSearch => ({
  index: "listed",
  exact: { listedFor: UNASSIGNED, companyId: new ObjectId(companyId) },
  implied: { archived: false, deletedAt: null },
});

/** More ranges than this a server reads one after the other, and then sorts. */
const MAX_MERGED = 200;

/** The caller's tasks and those of people they substitute; in parts if one search would have too many ranges. */
function listed(
  list: ObjectId | string,
  represented: readonly string[],
  companyId: ObjectId,
  { index, exact }: ReturnType<typeof narrowed>,
): Pick<TaskSearch, "index" | "exact" | "parts" | "disjoint"> {
  const on = (listedFor: ObjectId | string | { $in: (ObjectId | string)[] }) => ({
    listedFor,
    companyId,
    ...exact,
  });
  if (represented.length === 0) return { index, exact: on(list) };
  const whole = { index, exact: on({ $in: [list, ...represented] }) };
  const { status, kind } = exact;
  const kinds = kind?.$in.length ?? 1;
  const statuses = typeof status === "object" ? status.$in.length : 1;
  if ((represented.length + 1) * kinds * statuses <= MAX_MERGED) return whole;
  const size = Math.max(1, Math.floor(MAX_MERGED / kinds));
  const chunks = Array.from({ length: Math.ceil(represented.length / size) }, (_, at) =>
    represented.slice(at * size, (at + 1) * size),
  );
  // Only active tasks wait for anybody.
  const ended = typeof status === "object" ? status.$in.filter((one) => one !== ACTIVE) : [];
  return {
    ...whole,
    ...(ended.length > 0 && {
      disjoint: [
        { ...whole.exact, status: ACTIVE },
        { ...on(list), status: { $in: ended } },
      ],
    }),
    parts: [on(list), ...chunks.map((texts) => Object.assign(on({ $in: texts }), { status: ACTIVE }))],
  };
}

interface Narrowed {
  index: string;
  exact: {
    status?: WorkflowTaskStatus | { $in: WorkflowTaskStatus[] };
    kind?: { $in: WorkflowTaskKind[] };
  };
}

/** An index that yields the page's order for the filter, and the fields of it that the filter pins down. */
function narrowed(filter: TaskFilter, known: readonly WorkflowTaskKind[]): Narrowed {
  const { status, kinds = [] } = filter;
  const isEveryKind = known.every((kind) => kinds.includes(kind));
  if (kinds.length > 0 && !isEveryKind) {
    return { index: "listed_by_kind", exact: statusAndKind(filter, known) };
  }
  return status === undefined
    ? { index: "listed", exact: {} }
    : { index: "listed_by_status", exact: { status } };
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
  const isPlain = archived === undefined && !isNarrowed(filter);
  return {
    index: isPlain ? "submissions" : "submissions_by_kind",
    exact: {
      submissionOf: new ObjectId(userId),
      companyId: new ObjectId(companyId),
      ...(!isPlain && { archived: archived ?? { $in: [false, true] }, ...statusAndKind(filter, known) }),
    },
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
    rest: { $and: [parts === undefined ? listed : { $or: [...parts] }, rest] },
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
