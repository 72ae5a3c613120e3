import { Decimal128 } from "mongodb";

import type { DocumentReference } from "../documents/index.ts";
import type { SortAmount } from "./records.ts";

/** Sorts behind every amount. */
const NO_AMOUNT: SortAmount = { currency: "", value: Decimal128.fromString("0") };

/** The amount of a document, as lists sort it. */
export function sortAmountOf({
  amount,
  currency,
}: Partial<Pick<DocumentReference, "amount" | "currency">> = {}): SortAmount {
  if (amount === undefined || currency === undefined) return NO_AMOUNT;
  return { currency, value: Decimal128.fromString(amount) };
}
