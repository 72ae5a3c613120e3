import { type ApprovalDocument, type Fact, LIMITS, decimalText } from "@countersign/contracts";

/** What a document says of its main amount: it is the document's own, or a fact where nobody knows its currency. */
export function mainAmount(
  { key, label, amount }: { key: string; label: string; amount: number },
  currency: string | undefined,
): Pick<ApprovalDocument, "amount" | "currency"> & { facts: Fact[] } {
  if (currency === undefined) return { facts: [amountFact({ key, label, amount }, currency)] };
  return { amount: decimalText(amount), currency, facts: [] };
}

/** A fact about an amount: money, or a number where nobody knows its currency. */
export function amountFact(
  { key, label, amount }: { key: string; label: string; amount: number },
  currency: string | undefined,
): Fact {
  const value = decimalText(amount);
  if (currency === undefined) return { key, label, type: "NUMBER", value };
  return { key, label, type: "MONEY", value: { amount: value, currency } };
}

/** A fact in words, as long as a fact can be; none without words. */
export function textFacts(key: string, label: string, text: string | undefined): Fact[] {
  if (text === undefined) return [];
  const whole = text.toWellFormed();
  if (whole.length <= LIMITS.factText) return [{ key, label, type: "TEXT", value: whole }];
  // Half a character must not be left over.
  const cut = whole.slice(0, LIMITS.factText - 1).replace(/\p{Cs}$/u, "");
  return [{ key, label, type: "TEXT", value: `${cut}…` }];
}
