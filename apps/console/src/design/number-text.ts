/** As many as a number has: none is rounded away (contract-3, FIX-3). */
const DIGITS_MAX = 20;

/** The content of a number field: null if empty, a text if it is no number of 0 or more. */
export type Typed = number | string | null;

/** Whether what was typed can be sent. */
export const isNumber = (input: Typed): input is number | null => typeof input !== "string";

/**
 * Reads a number of 0 or more in the reader's notation. Separators of groups count only where they belong: `1,5` in
 * English is no number instead of 15.
 *
 * @returns null for nothing, the text itself for what is no such number
 */
export function parseNumber(locale: string, text: string): Typed {
  const typedText = text.trim();
  if (typedText === "") return null;
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_000_000.5);
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  const [wholePart = "", fraction, ...more] = typedText.split(signOf("decimal"));
  const groups = wholePart.split(signOf("group"));
  const isGrouped = groups.every((group, index) => (index === 0 ? /^\d{1,3}$/u : /^\d{3}$/u).test(group));
  const isWhole = /^\d+$/u.test(wholePart) || isGrouped;
  if (!isWhole || more.length > 0 || !/^\d*$/u.test(fraction ?? "")) return text;
  const value = Number(`${groups.join("")}.${fraction ?? ""}0`);
  return Number.isFinite(value) ? value : text;
}

/** A number in the reader's notation, as {@link parseNumber} reads it; nothing for null. */
export function formatNumber(locale: string, value: Typed): string {
  if (typeof value !== "number") return value ?? "";
  return new Intl.NumberFormat(locale, { maximumFractionDigits: DIGITS_MAX }).format(value);
}
