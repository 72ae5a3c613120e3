import { hexId, line } from "@countersign/contracts";
import { type Filter, ObjectId } from "mongodb";
import { z } from "zod";

import { type ShownTask, type SortAmount, type WorkflowTaskRecord, sortAmountOf } from "../runs/index.ts";
import { type ListOrder, compareDates } from "../shared/list-page.ts";

/**
 * The orders of the inbox: newest asked first, oldest asked first, due first, greatest amount first within each currency.
 * Tasks without a due time come after all that have one, newest asked first.
 */
export const INBOX_ORDERS = ["ASKED", "OLDEST", "DUE", "AMOUNT"] as const;
export type InboxOrder = (typeof INBOX_ORDERS)[number];

/** A place in the inbox: the last task that was shown. */
const PLACES = {
  ASKED: z.strictObject({ order: z.literal("ASKED"), askedAt: z.int(), id: hexId }),
  OLDEST: z.strictObject({ order: z.literal("OLDEST"), askedAt: z.int(), id: hexId }),
  DUE: z.strictObject({ order: z.literal("DUE"), dueAt: z.int(), id: hexId }),
  AMOUNT: z.strictObject({
    order: z.literal("AMOUNT"),
    currency: z.string().max(3),
    amount: z.string().regex(/^-?\d{1,15}(\.\d{1,6})?$/u),
    id: hexId,
  }),
};
type Place = z.output<(typeof PLACES)[InboxOrder]>;

/** A place as text, for clients that only hand it back. */
export const cursorText = line(200);

/** Where the page after a task begins. */
export function cursorAfter(order: InboxOrder, task: ShownTask): string {
  return Buffer.from(JSON.stringify(placeOf(order, task))).toString("base64url");
}

function placeOf(order: InboxOrder, { _id: id, askedAt, createdAt, dueAt, document }: ShownTask): Place {
  const { amount, currency } = document ?? {};
  if (order === "AMOUNT") {
    return {
      order,
      currency: amount === undefined ? "" : (currency ?? ""),
      amount: amount !== undefined && currency !== undefined ? amount : "0",
      id,
    };
  }
  if (order === "DUE" && dueAt !== undefined) return { order, dueAt: dueAt.getTime(), id };
  return { order: order === "OLDEST" ? order : "ASKED", askedAt: (askedAt ?? createdAt).getTime(), id };
}

/** Reads {@link cursorAfter}. @returns undefined for a text that is no place of the order */
export function placeAt(order: InboxOrder, cursor: string): Place | undefined {
  const places = order === "DUE" ? z.union([PLACES.DUE, PLACES.ASKED]) : PLACES[order];
  try {
    return places.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    return undefined;
  }
}

/** Whether a place is of that order itself, and not of what comes after it. */
export const isPlaceOf = (order: InboxOrder, cursor: string): boolean =>
  placeAt(order, cursor)?.order === order;

/**
 * The tasks after a place, as two ranges of the index: those equal to it but for the id, and those beyond. Together they
 * read no task before the place, also where thousands are equal, such as those without an amount.
 */
export function following(place: Place): Filter<WorkflowTaskRecord>[] {
  const id = new ObjectId(place.id);
  if (place.order === "AMOUNT") {
    const sortAmount = sortAmountOf(place.currency === "" ? {} : place);
    return [{ sortAmount, _id: { $lt: id } }, { sortAmount: { $lt: sortAmount } }];
  }
  if (place.order === "DUE") {
    const dueAt = new Date(place.dueAt);
    return [{ dueAt, _id: { $gt: id } }, { dueAt: { $gt: dueAt } }];
  }
  const askedAt = new Date(place.askedAt);
  return place.order === "ASKED"
    ? [{ askedAt, _id: { $lt: id } }, { askedAt: { $lt: askedAt } }]
    : [{ askedAt, _id: { $gt: id } }, { askedAt: { $gt: askedAt } }];
}

/** Amounts have at most 15 digits, which numbers hold exactly. */
function compareAmounts(left: SortAmount, right: SortAmount): number {
  if (left.currency !== right.currency) return left.currency < right.currency ? -1 : 1;
  return Number(left.value.toString()) - Number(right.value.toString());
}

/** The index that has an order, and the order itself. */
export const LIST_ORDERS: Readonly<Record<InboxOrder, ListOrder & { index: string }>> = {
  ASKED: { by: "askedAt", direction: -1, compare: compareDates, index: "asked_by_status" },
  OLDEST: { by: "askedAt", direction: 1, compare: compareDates, index: "asked_by_status" },
  // Of tasks that have a due time alone.
  DUE: { by: "dueAt", direction: 1, compare: compareDates, index: "due_by_status" },
  AMOUNT: { by: "sortAmount", direction: -1, compare: compareAmounts, index: "amount_by_status" },
};
