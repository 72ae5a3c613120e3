/** Most decimal places of an amount. */
const DECIMALS = 6;
/** Most significant digits of an amount: a number holds no more exactly, and the rest would be lost unseen. */
const DIGITS = 15;
/** Largest amount of one line. */
const MAX_AMOUNT = 1e12;
const UNITS_PER_ONE = 10n ** BigInt(DECIMALS);

const DECIMAL_TEXT = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/iu;

/** An exact amount in millionths. Sums of it are exact: 0.1 + 0.2 is 0.3. */
export type Units = bigint;

/**
 * Why a number is not an amount: not finite, beyond 1e12, or with more than 6 decimal places or 15 significant digits
 * (contract-3, FIX-5) in the shortest decimal that prints it. Negative numbers pass, because the rules of the entry have a text of their own for them.
 */
export function amountProblem(value: number): string | undefined {
  const units = readAmount(value);
  return typeof units === "string" ? units : undefined;
}

/** Reads a number as the shortest decimal that prints it. @returns the amount, or the {@link amountProblem} */
export function readAmount(value: number): Units | string {
  if (!Number.isFinite(value)) return "expected a finite number";
  if (Math.abs(value) > MAX_AMOUNT) return `expected at most ${MAX_AMOUNT}`;
  // Whole numbers need no reading; within the bound they are exact.
  if (Number.isInteger(value)) return BigInt(value) * UNITS_PER_ONE;
  const text = String(value);
  const units = readDecimal(text);
  if (units === undefined) return `expected at most ${DECIMALS} decimal places`;
  if (text.replace(/^[-0.]+/u, "").replace(".", "").length > DIGITS) {
    return `expected at most ${DIGITS} significant digits`;
  }
  return units;
}

/**
 * Reads a decimal text from the store.
 *
 * @throws RangeError for anything but a decimal of at most 6 decimal places
 */
export function parseUnits(text: string): Units {
  const units = readDecimal(text);
  if (units === undefined) throw new RangeError(`Not a decimal of at most ${DECIMALS} places: ${text}`);
  return units;
}

function readDecimal(text: string): Units | undefined {
  const match = DECIMAL_TEXT.exec(text);
  if (match === null) return undefined;
  const [, sign, wholePart = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(wholePart + fraction);
  const shift = DECIMALS + Number(exponent) - fraction.length;
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && digits % scale !== 0n) return undefined;
  const units = shift < 0 ? digits / scale : digits * scale;
  return sign === "-" ? -units : units;
}

/** Prints an amount as a plain decimal without trailing zeros. */
export function formatUnits(units: Units): string {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/u, "");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** The JSON number that prints an amount. For a line it is the number that {@link readAmount} got. */
export function toNumber(units: Units): number {
  return Number(formatUnits(units));
}
