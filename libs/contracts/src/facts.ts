import { shortenText } from "@countersign/domain/text";

import type { ApprovalDocument } from "./document.ts";
import { type Fact, decimal, decimalText } from "./fact.ts";
import { LIMITS } from "./fields.ts";

/** An amount with the name that approvers read. */
export interface NamedAmount {
  key: string;
  label: string;
  /** A number below 1e15, or exact decimal text. */
  amount: number | string;
}

/**
 * The place of a document's main amount: its own field, or a fact where nobody knows the currency, or where the amount
 * has more digits than a document's amount may have.
 */
export function mainAmount(
  namedAmount: NamedAmount,
  currency: string | undefined,
): Pick<ApprovalDocument, "amount" | "currency"> & { facts: Fact[] } {
  const amount = textOf(namedAmount);
  if (currency === undefined || !isDecimal(amount)) return { facts: [amountFact(namedAmount, currency)] };
  return { amount, currency, facts: [] };
}

/** A fact about an amount: money, a number where nobody knows its currency, or text where it has too many digits. */
export function amountFact(namedAmount: NamedAmount, currency: string | undefined): Fact {
  const { key, label } = namedAmount;
  const value = textOf(namedAmount);
  if (!isDecimal(value)) return { key, label, type: "TEXT", value };
  if (currency === undefined) return { key, label, type: "NUMBER", value };
  return { key, label, type: "MONEY", value: { amount: value, currency } };
}

const textOf = ({ amount }: NamedAmount): string =>
  typeof amount === "number" ? decimalText(amount) : amount;

const isDecimal = (text: string): boolean => decimal.safeParse(text).success;

/** A fact in words, as long as a fact can be; none without words. */
export function textFacts(key: string, label: string, text: string | undefined): Fact[] {
  if (text === undefined || text === "") return [];
  const wellFormedText = text.toWellFormed();
  return [{ key, label, type: "TEXT", value: shortenText(wellFormedText, LIMITS.factText) }];
}
