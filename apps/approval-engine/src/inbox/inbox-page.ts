import { type DueBounds, overdueRange } from "./due.ts";
import { type InboxGrouping, filterOfGroup } from "./inbox-groups.ts";
import type { WaitingFilter } from "./waiting-filter.ts";

/** The filters of the inbox as its callers set them. */
export interface InboxFilter extends Omit<WaitingFilter, "band" | "refIds" | "due"> {
  /** Only documents that changed since the caller looked at them, or only the others. */
  changed?: boolean;
  /** Only what is late, or only the rest. */
  overdue?: boolean;
  groupBy?: InboxGrouping;
  group?: string;
}

/** The filters as lists take them, with those of the chosen group. */
export function withGroup(
  { groupBy, group, overdue, ...filter }: InboxFilter,
  bounds: DueBounds,
): WaitingFilter & Pick<InboxFilter, "changed"> {
  const groupFilter =
    groupBy === undefined || group === undefined ? {} : (filterOfGroup(groupBy, group, bounds) ?? {});
  const due = [
    ...(overdue === undefined ? [] : [overdueRange(overdue, bounds.now)]),
    ...(groupFilter.due ?? []),
  ];
  const bothFilters = { ...filter, ...groupFilter, ...(due.length > 0 && { due }) };
  const isApart =
    isWithout(filter.kinds, groupFilter.kinds) || isWithout(filter.submitterIds, groupFilter.submitterIds);
  return isApart ? { ...bothFilters, refIds: [] } : bothFilters;
}

/** Whether a list of choices leaves out what the group needs. */
const isWithout = (wantedIds: readonly string[] = [], neededIds: readonly string[] = []): boolean =>
  wantedIds.length > 0 && neededIds.some((id) => !wantedIds.includes(id));
