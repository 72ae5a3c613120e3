import { Decimal128, type Filter, ObjectId } from "mongodb";

import { type DueRange, dueConditions, isDueWithin } from "./due.ts";
import type { InboxOrder } from "./inbox-order.ts";
import type { TaskFilter } from "./listed.ts";
import { type SortAmount, type WorkflowTask, type WorkflowTaskRecord, sortAmountOf } from "../runs/index.ts";

type Condition = Filter<WorkflowTaskRecord>;

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
  /** Only what is due in all of these ranges. */
  due?: readonly DueRange[];
  /** Tasks that the caller snoozes, in place of the others. */
  snoozed?: boolean;
}

/** The conditions on tasks themselves that a caller may set for what waits. */
export function narrowingOf({
  submitterIds,
  refIds,
  askedAfter,
  band,
  due,
  ...amounts
}: WaitingFilter): Condition[] {
  const conditions: (Condition | false)[] = [
    submitterIds !== undefined && { submitterId: { $in: submitterIds.map((id) => new ObjectId(id)) } },
    refIds !== undefined && { refId: { $in: [...refIds] } },
    askedAfter !== undefined && { askedAt: { $gt: askedAfter } },
    band !== undefined && { sortAmount: band === "none" ? sortAmountOf() : inBand(band) },
    amounts.currency !== undefined && { sortAmount: inAmounts({ ...amounts, currency: amounts.currency }) },
  ];
  return [...conditions.filter((condition) => condition !== false), ...dueConditions(due)];
}

/** The fields that {@link passesOf} looks at. */
export const JUDGED_FIELDS = ["submitterId", "refId", "askedAt", "dueAt", "sortAmount"];

/** The same conditions, for tasks that were read. Amounts have at most 15 digits, which numbers hold exactly. */
export function passesOf(filter: WaitingFilter): (task: Partial<WorkflowTask>) => boolean {
  const { submitterIds, refIds, askedAfter, band, currency, amountFrom, amountTo } = filter;
  const documents = refIds && new Set(refIds.map((id) => id.toHexString()));
  const { currency: own = currency, from = amountFrom, below } = typeof band === "object" ? band : {};
  return ({ submitterId = "", refId = "", askedAt, dueAt, sortAmount }) => {
    const amount = Number(sortAmount?.value);
    return (
      (submitterIds === undefined || submitterIds.includes(submitterId)) &&
      (documents === undefined || documents.has(refId)) &&
      (askedAfter === undefined || (askedAt !== undefined && askedAt > askedAfter)) &&
      isDueWithin({ ...(dueAt && { dueAt }) }, filter.due) &&
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
