import { hexId, line } from "@countersign/contracts";
import { type Filter, ObjectId } from "mongodb";
import { z } from "zod";

import { type RunRecord, type SortAmount, sortAmountOf } from "../runs/index.ts";

/**
 * The orders of the inbox: newest asked first, oldest asked first, due first, greatest amount first within each currency.
 * Runs without a due time come after all that have one, newest asked first.
 */
export const INBOX_ORDERS = ["ASKED", "OLDEST", "DUE", "AMOUNT"] as const;
export type InboxOrder = (typeof INBOX_ORDERS)[number];

/** A place in the inbox: the last run that was shown. */
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

/** The part of a run that its place in an order needs. */
interface PlacedRun {
  _id: ObjectId;
  askedAt?: Date;
  dueAt?: Date;
  sortAmount?: SortAmount;
}

/** Where the page after a run begins. */
export function cursorAfter(order: RunOrder, run: PlacedRun): string {
  return Buffer.from(JSON.stringify(placeOf(order, run))).toString("base64url");
}

function placeOf(order: RunOrder, { _id, askedAt, dueAt, sortAmount }: PlacedRun): Place {
  const id = _id.toHexString();
  if (order === "AMOUNT") {
    return { order, currency: sortAmount?.currency ?? "", amount: String(sortAmount?.value ?? 0), id };
  }
  if (order === "DUE") return { order, dueAt: dueAt?.getTime() ?? 0, id };
  return { order: order === "OLDEST" ? order : "ASKED", askedAt: askedAt?.getTime() ?? 0, id };
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
 * The runs after a place, as two ranges of the index: those equal to it but for the id, and those beyond. Together they
 * read no run before the place, also where thousands are equal, such as those without an amount.
 */
export function followingRuns(place: Place): [Filter<RunRecord>, Filter<RunRecord>] {
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

/** The orders of lists of runs. */
export type RunOrder = InboxOrder | "SUBMITTED";

interface OrderOfRuns {
  by: "askedAt" | "dueAt" | "sortAmount" | "submittedAt";
  direction: 1 | -1;
  index: string;
}

/** The index of runs that has an order, and the order itself, with `_id` as the tie-break. */
export const LIST_ORDERS: Readonly<Record<RunOrder, OrderOfRuns>> = {
  ASKED: { by: "askedAt", direction: -1, index: "asked" },
  OLDEST: { by: "askedAt", direction: 1, index: "asked" },
  // Of runs that have a due time alone.
  DUE: { by: "dueAt", direction: 1, index: "asked_due" },
  AMOUNT: { by: "sortAmount", direction: -1, index: "asked_amount" },
  // Of what nobody can complete.
  SUBMITTED: { by: "submittedAt", direction: -1, index: "unassigned" },
};
