/** Most decimal places of an amount. */
const DECIMALS = 6;
const UNITS_PER_ONE = 10n ** BigInt(DECIMALS);
/** Largest amount of one line. */
const MAX_AMOUNT = 1e12;

/** An exact amount in millionths. Sums of it are exact: 0.1 + 0.2 is 0.3. */
export type Units = bigint;

/**
 * Says why a number is not an amount: not finite, above 1e12, or with more than 6 decimal places in the shortest decimal
 * that prints it. A negative number is not refused here, the rules of the entry have a text of their own for it.
 */
export function amountProblem(value: number): string | undefined {
  if (!Number.isFinite(value)) return "expected a finite number";
  if (value > MAX_AMOUNT) return `expected at most ${MAX_AMOUNT}`;
  return decimalsOf(value) > DECIMALS ? `expected at most ${DECIMALS} decimal places` : undefined;
}

/** Digits after the point; numbers printed with a negative exponent have more than are allowed. */
function decimalsOf(value: number): number {
  const text = String(value);
  if (text.includes("e-")) return Number.POSITIVE_INFINITY;
  return text.split(".")[1]?.length ?? 0;
}

/**
 * Reads a number as the shortest decimal that prints it.
 *
 * @param value passes {@link amountProblem} and is not negative
 */
export function toUnits(value: number): Units {
  return parseUnits(String(value));
}

/** Reads a plain decimal as {@link formatUnits} prints it. */
export function parseUnits(text: string): Units {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * UNITS_PER_ONE + BigInt(fraction.padEnd(DECIMALS, "0"));
}

/** Prints an amount as a plain decimal without trailing zeros. */
export function formatUnits(units: Units): string {
  const fraction = (units % UNITS_PER_ONE).toString().padStart(DECIMALS, "0").replace(/0+$/, "");
  return `${units / UNITS_PER_ONE}${fraction === "" ? "" : `.${fraction}`}`;
}

/** The JSON number that prints an amount. Exact for every amount of one line. */
export function toNumber(units: Units): number {
  return Number(formatUnits(units));
}
