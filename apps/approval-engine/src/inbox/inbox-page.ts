import type { Grant, WorkflowTaskKind } from "@countersign/domain/approval";
import type { Db, ObjectId } from "mongodb";

import { DOCUMENT_OF_TASK, type Revision, type RevisionRecord } from "../documents/index.ts";
import {
  type ShownTask,
  type ShownTaskRecord,
  type WorkflowTaskRecord,
  waitingRunsWith,
} from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { ListReader, ListSearch } from "../shared/list-page.ts";
import type { SeenReadModel } from "../seen/index.ts";
import {
  type InboxGroup,
  type InboxGrouping,
  type GroupedTask,
  filterOfGroup,
  groupsOf,
} from "./inbox-groups.ts";
import { type DueBounds, datesWithin, overdueRange, withUndated } from "./due.ts";
import { isPlaceOf } from "./inbox-order.ts";
import type { WaitingFilter } from "./waiting-filter.ts";
import { waitingFor, waitingTexts } from "./waiting-list.ts";

/** The filters of the inbox as its callers set them. */
export interface InboxFilter extends Omit<WaitingFilter, "band" | "refIds" | "due"> {
  /** Only documents that changed since the caller looked at them, or only the others. */
  changed?: boolean;
  /** Only what is late, or only the rest. */
  overdue?: boolean;
  groupBy?: InboxGrouping;
  group?: string;
}

/** Most tasks that a page looks at beyond those that it shows, where many may not meet its conditions. */
const EXAMINED_MAX = 600;
/** Most waiting tasks that are grouped. */
const GROUPED_MAX = 5_000;

/** The filters as lists take them, with those of the chosen group. */
export function withGroup(
  { groupBy, group, overdue, ...filter }: InboxFilter,
  bounds: DueBounds,
): WaitingFilter & Pick<InboxFilter, "changed"> {
  const chosen =
    groupBy === undefined || group === undefined ? {} : (filterOfGroup(groupBy, group, bounds) ?? {});
  const due = [...(overdue === undefined ? [] : [overdueRange(overdue, bounds.now)]), ...(chosen.due ?? [])];
  const both = { ...filter, ...chosen, ...(due.length > 0 && { due }) };
  const isApart =
    isWithout(filter.kinds, chosen.kinds) || isWithout(filter.submitterIds, chosen.submitterIds);
  return isApart ? { ...both, refIds: [] } : both;
}

/**
 * The lists that a page reads one after the other: by due time those that have one, then the others, newest asked first.
 */
export function listsInOrder<F extends WaitingFilter>(filter: F): F[] {
  const { due = [], after } = filter;
  if (filter.order !== "DUE") return [filter];
  const isDated = after === undefined || isPlaceOf("DUE", after);
  const undated: F = { ...filter, order: "ASKED", due: [...due, { none: true }] };
  const { after: _place, ...fromStart } = undated;
  return [
    ...(isDated && datesWithin(due) ? [filter] : []),
    ...(withUndated(due) ? [isDated ? (fromStart as F) : undated] : []),
  ];
}

/** Whether a list of choices leaves out what the group needs. */
const isWithout = (wanted: readonly string[] = [], needed: readonly string[] = []): boolean =>
  wanted.length > 0 && needed.some((one) => !wanted.includes(one));

/** The parts of which pages of the inbox are read. */
export interface InboxParts {
  db: Pick<Db, "collection">;
  kinds: readonly WorkflowTaskKind[];
  lists: ListReader<WorkflowTaskRecord, ShownTaskRecord>;
  seen: SeenReadModel;
  /** Of those who submitted what is listed, whose name contains the keyword. */
  submittersNamed: (
    caller: Caller,
    search: ListSearch<WorkflowTaskRecord>,
    keyword: string,
  ) => Promise<ObjectId[]>;
}

/** The search of what waits for a caller, by their filters. */
export async function inboxSearch(
  { db, kinds, seen, submittersNamed }: InboxParts,
  caller: Caller,
  { keyword, changed, ...filter }: WaitingFilter & Pick<InboxFilter, "changed">,
  grants: readonly Grant[],
): Promise<ListSearch<WorkflowTaskRecord>> {
  const refIds = filter.refIds ?? (changed === true ? await seen.changedFor(caller) : undefined);
  const own = { ...filter, ...(refIds && { refIds }) };
  const waiting = waitingFor(caller, own, kinds, grants);
  if (keyword === undefined) return waiting;
  const texts = waitingTexts(caller.userId, own, kinds, grants);
  const matches = {
    submitters: await submittersNamed(caller, waiting, keyword),
    runs: await waitingRunsWith(db, caller.companyId, [...texts.own, ...texts.represented], keyword),
  };
  return waitingFor(caller, { ...own, keyword }, kinds, grants, matches);
}

/** Fields of a task that its place in an order needs. */
const PLACED = ["askedAt", "createdAt", "dueAt", "document.amount", "document.currency"];

/** The first tasks of a page that many do not meet, and the last one that was looked at if there are more. */
export async function readNarrow(
  { lists }: Pick<InboxParts, "lists">,
  search: ListSearch<WorkflowTaskRecord>,
  take: number,
  withDocuments: boolean,
): Promise<{ found: (ShownTask & { joined: Revision[] })[]; last: ShownTask | undefined }> {
  const reference = withDocuments ? DOCUMENT_OF_TASK : undefined;
  return lists.among<RevisionRecord>(search, { take, most: EXAMINED_MAX, placed: PLACED, reference });
}

/** The groups of what waits; null where more than 5,000 tasks wait. */
export async function readGroups(
  { lists }: Pick<InboxParts, "lists">,
  by: InboxGrouping,
  {
    whole,
    search,
    bounds,
  }: Record<"whole" | "search", ListSearch<WorkflowTaskRecord>> & { bounds: DueBounds },
): Promise<InboxGroup[] | null> {
  if ((await lists.count(whole, GROUPED_MAX + 1)) > GROUPED_MAX) return null;
  const names = ["kind", "submitterId", "dueAt", "document.amount", "document.currency"];
  const tasks = await lists.fields(search, GROUPED_MAX, names);
  return groupsOf(by, tasks as GroupedTask[], bounds);
}
