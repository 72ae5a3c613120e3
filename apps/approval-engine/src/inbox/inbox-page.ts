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
  const chosen =
    groupBy === undefined || group === undefined ? {} : (filterOfGroup(groupBy, group, bounds) ?? {});
  const due = [...(overdue === undefined ? [] : [overdueRange(overdue, bounds.now)]), ...(chosen.due ?? [])];
  const both = { ...filter, ...chosen, ...(due.length > 0 && { due }) };
  const isApart =
    isWithout(filter.kinds, chosen.kinds) || isWithout(filter.submitterIds, chosen.submitterIds);
  return isApart ? { ...both, refIds: [] } : both;
}

/** Whether a list of choices leaves out what the group needs. */
const isWithout = (wanted: readonly string[] = [], needed: readonly string[] = []): boolean =>
  wanted.length > 0 && needed.some((one) => !wanted.includes(one));
