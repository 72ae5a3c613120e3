/** Amounts are integers of millionths: sums are exact, and six decimals is what an amount may have. */
const DECIMALS = 6;
/** The greatest amount, and with a minus the least. */
const MAX_AMOUNT = 1e12;

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/iu;

/**
 * What is wrong with an amount as a JSON number, read as the shortest decimal that prints it; undefined when nothing
 * is. A negative amount is fine here: the rule about it has its own place and text.
 */
export function amountProblem(amount: number): string | undefined {
  if (!Number.isFinite(amount)) {
    return "must be a finite number";
  }
  if (Math.abs(amount) > MAX_AMOUNT) {
    return `must not be more than ${MAX_AMOUNT}`;
  }
  return toUnits(String(amount)) === undefined ? `must not have more than ${DECIMALS} decimals` : undefined;
}

/**
 * The amount in millionths, exactly.
 *
 * @throws RangeError for an amount with an {@link amountProblem}
 */
export function unitsOf(amount: number): bigint {
  const problem = amountProblem(amount);
  if (problem !== undefined) {
    throw new RangeError(`The amount ${problem}`);
  }
  return unitsOfDecimal(String(amount));
}

/**
 * The millionths of a decimal text, as the store gives one back.
 *
 * @throws RangeError for a text that is not a decimal of at most six decimals
 */
export function unitsOfDecimal(text: string): bigint {
  const units = toUnits(text);
  if (units === undefined) {
    throw new RangeError(`Not a decimal of at most ${DECIMALS} decimals: ${text}`);
  }
  return units;
}

function toUnits(text: string): bigint | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const magnitude = BigInt(whole + fraction);
  const shift = DECIMALS + Number(exponent) - fraction.length;
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift < 0 && magnitude % scale !== 0n) {
    return undefined;
  }
  const units = shift < 0 ? magnitude / scale : magnitude * scale;
  return sign === "-" ? -units : units;
}

/** The plain decimal of an amount: no exponent, no trailing zeros. */
export function decimalOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, "0");
  const whole = digits.slice(0, -DECIMALS);
  const fraction = digits.slice(-DECIMALS).replace(/0+$/u, "");
  return `${units < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** The amount as a JSON number: of one amount the very number that {@link unitsOf} was given. */
export function amountOf(units: bigint): number {
  return Number(decimalOf(units));
}
