/**
 * The exact sum of decimal numbers as text, with as many places as the part that has most of them.
 *
 * @param amounts - such as `4817.35`, without an exponent
 */
export function sumOf(amounts: readonly string[]): string {
  const places = Math.max(0, ...amounts.map(placesIn));
  const sum = amounts.reduce((total, amount) => total + scaleAmount(amount, places), 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, "0");
  const wholePart = digits.slice(0, digits.length - places);
  const text = places === 0 ? wholePart : `${wholePart}.${digits.slice(-places)}`;
  return sum < 0n ? `-${text}` : text;
}

/** Whether an amount is not above another one of the same currency, exactly. Both are decimal text, without an exponent. */
export function isAtMost(amount: string, limit: string): boolean {
  const places = Math.max(placesIn(amount), placesIn(limit));
  return scaleAmount(amount, places) <= scaleAmount(limit, places);
}

const placesIn = (amount: string): number => amount.split(".")[1]?.length ?? 0;

function scaleAmount(amount: string, places: number): bigint {
  const [wholePart = "", decimals = ""] = amount.split(".");
  return BigInt(wholePart + decimals.padEnd(places, "0"));
}

/** An amount without its sign: −900,000 is as large as 900,000 (contract-4, MEET-8). */
export const sizeOf = (amount: string): string => amount.replace(/^-/u, "");
