import { hexId, line } from "@countersign/contracts";
import { type Filter, ObjectId } from "mongodb";
import { z } from "zod";

import { type ShownTask, type SortAmount, type WorkflowTaskRecord, sortAmountOf } from "../runs/index.ts";
import { type ListOrder, compareDates } from "../shared/list-page.ts";

/** The orders of the inbox: newest asked first, oldest asked first, greatest amount first within each currency. */
export const INBOX_ORDERS = ["ASKED", "OLDEST", "AMOUNT"] as const;
export type InboxOrder = (typeof INBOX_ORDERS)[number];

/** A place in the inbox: the last task that was shown. */
const PLACES = {
  ASKED: z.strictObject({ order: z.literal("ASKED"), askedAt: z.int(), id: hexId }),
  OLDEST: z.strictObject({ order: z.literal("OLDEST"), askedAt: z.int(), id: hexId }),
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
export function cursorAfter(order: InboxOrder, { _id: id, askedAt, createdAt, document }: ShownTask): string {
  const { amount, currency } = document ?? {};
  const place: Place =
    order === "AMOUNT"
      ? {
          order,
          currency: amount === undefined ? "" : (currency ?? ""),
          amount: amount !== undefined && currency !== undefined ? amount : "0",
          id,
        }
      : { order, askedAt: (askedAt ?? createdAt).getTime(), id };
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Reads {@link cursorAfter}. @returns undefined for a text that is no place of the order */
export function placeAt(order: InboxOrder, cursor: string): Place | undefined {
  try {
    return PLACES[order].parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    return undefined;
  }
}

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
  AMOUNT: { by: "sortAmount", direction: -1, compare: compareAmounts, index: "amount_by_status" },
};
