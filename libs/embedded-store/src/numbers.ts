import { Decimal128, Double } from "bson";
import { fail, refuseFeature } from "./errors.ts";
import { double, isInt32, isNumber, type Num, typeName, type Value } from "./values.ts";

/** The value as a JavaScript number, for options and positions, where precision past 2^53 does not matter. */
export function toNumber(v: Value): number {
  if (typeof v === "number") return v;
  if (!isNumber(v)) return fail("TypeMismatch", `expected a number, found ${typeName(v)}`);
  return Number(v instanceof Double ? v.value : v.toString());
}

const plain = (v: Num): Exclude<Num, Double> => (v instanceof Double ? v.value : v);

/** Numbers are compared by their exact value across types; NaN sorts below all. */
export function compareNumbers(a: Num, b: Num): number {
  const x = plain(a);
  const y = plain(b);
  if (!(x instanceof Decimal128) && !(y instanceof Decimal128)) {
    if (x < y) return -1;
    if (x > y) return 1;
    return Number(Number.isNaN(y)) - Number(Number.isNaN(x));
  }
  const p = toNumber(x);
  const q = toNumber(y);
  if (!Number.isFinite(p) || !Number.isFinite(q)) return compareNumbers(p, q);
  // Rounding to a double is monotone, so different doubles already decide.
  if (p !== q) return p < q ? -1 : 1;
  const [n1, d1] = ratio(x);
  const [n2, d2] = ratio(y);
  return compareNumbers(n1 * d2, n2 * d1);
}

/** A finite number as an exact fraction. */
function ratio(v: Exclude<Num, Double>): [numerator: bigint, denominator: bigint] {
  if (typeof v === "bigint") return [v, 1n];
  if (v instanceof Decimal128) {
    const [digits, exponent] = parseDecimal(v);
    return exponent >= 0 ? [digits * 10n ** BigInt(exponent), 1n] : [digits, 10n ** BigInt(-exponent)];
  }
  let numerator = v;
  let denominator = 1n;
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return [BigInt(numerator), denominator];
}

/** A text that is equal for equal numbers of any type, and only for these. */
export function numberKey(v: Num): string {
  const x = plain(v);
  if (typeof x === "bigint") return x.toString();
  if (typeof x === "number") {
    if (x === 0) return "0";
    return Number.isInteger(x) && !Number.isSafeInteger(x) ? BigInt(x).toString() : String(x);
  }
  const [numerator, denominator] = ratio(x);
  if (numerator % denominator === 0n) return (numerator / denominator).toString();
  const nearest = toNumber(x);
  if (compareNumbers(nearest, x) === 0) return String(nearest);
  const digits = numerator.toString().replace(/0+$/, "");
  return `${digits}e${numerator.toString().length - digits.length - denominator.toString().length + 1}`;
}

/** @throws StoreError for NaN and infinities */
function parseDecimal(v: Exclude<Num, Double>): [digits: bigint, exponent: number] {
  const match = /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(v.toString());
  if (!match) return fail("BadValue", `arithmetic on the decimal ${v.toString()} is not supported`);
  const [, sign = "", wholeDigits = "", fraction = "", exponent = "0"] = match;
  return [BigInt(`${sign}${wholeDigits}${fraction}` || "0"), Number(exponent) - fraction.length];
}

/**
 * Adds with the server's result types: the wider of the two operands' types, an int32 that overflows becomes an int64.
 *
 * @throws StoreError when an int64 overflows, and for decimals
 */
export function add(a: Num, b: Num): Num {
  const x = plain(a);
  const y = plain(b);
  if (x instanceof Decimal128 || y instanceof Decimal128) return refuseFeature("arithmetic on decimals");
  if (typeName(a) === "double" || typeName(b) === "double") return double(Number(x) + Number(y));
  const result = BigInt(x) + BigInt(y);
  if (BigInt.asIntN(64, result) !== result) return fail("BadValue", "the result overflows a 64-bit integer");
  return typeof a === "bigint" || typeof b === "bigint" || !isInt32(Number(result)) ? result : Number(result);
}
