const DIGITS_MAX = 6;

/**
 * Reads a number of 0 or more in the reader's notation. Separators of groups count only where they belong: `1,5` in
 * English is no number instead of 15.
 *
 * @returns null for nothing, undefined for what is no such number
 */
export function parseNumber(locale: string, text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_000_000.5);
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  const [whole = "", fraction, ...more] = typed.split(signOf("decimal"));
  const groups = whole.split(signOf("group"));
  const isGrouped = groups.every((group, index) => (index === 0 ? /^\d{1,3}$/u : /^\d{3}$/u).test(group));
  const isWhole = /^\d+$/u.test(whole) || isGrouped;
  if (!isWhole || more.length > 0 || !/^\d*$/u.test(fraction ?? "")) return undefined;
  return Number(`${groups.join("")}.${fraction ?? ""}0`);
}

/** A number in the reader's notation, as {@link parseNumber} reads it; nothing for null and undefined. */
export function formatNumber(locale: string, value: number | null | undefined): string {
  if (value === null || value === undefined) return "";
  return new Intl.NumberFormat(locale, { maximumFractionDigits: DIGITS_MAX }).format(value);
}
