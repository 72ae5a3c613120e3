import { hexId } from "@countersign/contracts";
import { sumOf } from "@countersign/domain/money";
import { listLimitOf } from "@countersign/graphql";

import type { ShownTask } from "../runs/index.ts";
import { DUE_GROUPS, type DueBounds, type DueGroup, dueGroupOf, rangeOfGroup } from "./due.ts";
import { LISTS } from "./sdl.ts";
import type { WaitingFilter } from "./waiting-filter.ts";

/** The ways to group the inbox. */
export const INBOX_GROUPINGS = ["DUE", "KIND", "SUBMITTER", "AMOUNT"] as const;
export type InboxGrouping = (typeof INBOX_GROUPINGS)[number];

/** A group of waiting tasks. */
export interface InboxGroup {
  by: InboxGrouping;
  /** A {@link DueGroup}, a kind, a user's id, or a band of amounts: its currency and least amount, or {@link NO_AMOUNT}. */
  key: string;
  count: number;
  sums: { currency: string; amount: string }[];
}

/** The part of a run that groups look at. */
export type GroupedRun = Pick<ShownTask, "kind" | "submitterId" | "dueAt"> & {
  document?: Pick<NonNullable<ShownTask["document"]>, "amount" | "currency">;
};

const NO_AMOUNT = "none";
/** The least amounts of the bands; below the second also what is negative. */
const BANDS = [0, 1_000, 10_000, 100_000, 1_000_000] as const;

const GROUPS_MAX = listLimitOf(LISTS, "WorkflowTaskPageResult", "groups");
const SUMS_MAX = listLimitOf(LISTS, "InboxGroup", "sums");

/** The groups of tasks, the largest first; by when they are due, in that order. */
export function groupsOf(by: InboxGrouping, tasks: readonly GroupedRun[], bounds: DueBounds): InboxGroup[] {
  const groups = [...Map.groupBy(tasks, (task) => keyOf(by, task, bounds))];
  return groups
    .map(([key, members]) => ({ by, key, count: members.length, sums: sumsOf(members) }))
    .toSorted(by === "DUE" ? byTime : bySize)
    .slice(0, GROUPS_MAX);
}

const bySize = (a: InboxGroup, b: InboxGroup): number => b.count - a.count || (a.key < b.key ? -1 : 1);
const byTime = (a: InboxGroup, b: InboxGroup): number => placeInTime(a) - placeInTime(b);
const placeInTime = ({ key }: InboxGroup): number => DUE_GROUPS.indexOf(key as DueGroup);

function keyOf(
  by: InboxGrouping,
  { kind, submitterId, dueAt, document }: GroupedRun,
  bounds: DueBounds,
): string {
  if (by === "DUE") return dueGroupOf(dueAt, bounds);
  if (by === "KIND") return kind;
  if (by === "SUBMITTER") return submitterId;
  const { amount, currency } = document ?? {};
  if (amount === undefined || currency === undefined) return NO_AMOUNT;
  return `${currency}:${BANDS.findLast((least) => Number(amount) >= least) ?? 0}`;
}

function sumsOf(tasks: readonly GroupedRun[]): InboxGroup["sums"] {
  const amounts = tasks.flatMap(({ document: { amount, currency } = {} }) =>
    amount === undefined || currency === undefined ? [] : [{ amount, currency }],
  );
  return [...Map.groupBy(amounts, ({ currency }) => currency)]
    .toSorted(([a, some], [b, amountsOfRight]) => amountsOfRight.length - some.length || (a < b ? -1 : 1))
    .slice(0, SUMS_MAX)
    .map(([currency, some]) => ({ currency, amount: sumOf(some.map(({ amount }) => amount)) }));
}

/** The filter that leaves the tasks of one group. @returns undefined for a key that no group has */
export function filterOfGroup(by: InboxGrouping, key: string, bounds: DueBounds): WaitingFilter | undefined {
  if (by === "DUE") return isDueGroup(key) ? { due: [rangeOfGroup(key, bounds)] } : undefined;
  if (by === "KIND") return { kinds: [key] };
  if (by === "SUBMITTER") return hexId.safeParse(key).success ? { submitterIds: [key] } : undefined;
  if (key === NO_AMOUNT) return { band: "none" };
  const [, currency, least] = /^([A-Z]{3}):(\d+)$/u.exec(key) ?? [];
  const at = BANDS.findIndex((bandStart) => String(bandStart) === least);
  if (currency === undefined || at < 0) return undefined;
  const below = BANDS[at + 1];
  return {
    band: {
      currency,
      ...(at > 0 && { from: String(BANDS[at]) }),
      ...(below !== undefined && { below: String(below) }),
    },
  };
}

const isDueGroup = (key: string): key is DueGroup => DUE_GROUPS.some((group) => group === key);

const DUE_LABELS: Readonly<Record<string, string>> = {
  LATE: "Late",
  THIS_WEEK: "This week",
  LATER: "Later",
};

/** The name of a group by when tasks are due, in English. */
export const dueLabel = (key: string): string => DUE_LABELS[key] ?? key;

/** The name of a band of amounts, in English. */
export function bandLabel(key: string): string {
  const [currency = "", least = ""] = key.split(":");
  const at = BANDS.findIndex((bandStart) => String(bandStart) === least);
  if (at < 0) return "No amount";
  const [from, below] = [BANDS[at], BANDS[at + 1]].map((bandStart) => bandStart?.toLocaleString("en"));
  if (at === 0) return `${currency} below ${below}`;
  return below === undefined ? `${currency} ${from} or more` : `${currency} ${from} to ${below}`;
}
