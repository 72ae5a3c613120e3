import { Decimal128 } from "bson";
import { unsupported } from "./errors.ts";
import { calculate, toNumber } from "./numbers.ts";
import { compare } from "./order.ts";
import { double, isNumber, type Num, type Value } from "./values.ts";

/** The sum of what is numeric; 0 when nothing is. */
export const sum = (values: readonly Value[]): Num =>
  values.filter(isNumber).reduce<Num>((total, v) => calculate("add", total, v), 0);

/** The mean of what is numeric, null when nothing is. */
export function average(values: readonly Value[]): Value {
  const numbers = values.filter(isNumber);
  if (numbers.some((v) => v instanceof Decimal128)) return unsupported("$avg of decimals");
  return numbers.length > 0 ? double(toNumber(sum(numbers)) / numbers.length) : null;
}

/** The least (-1) or greatest (1) of the values that are there, null when none is. */
export function extreme(values: readonly Value[], direction: 1 | -1): Value {
  const present = values.filter((v) => v !== null && v !== undefined);
  if (present.length === 0) return null;
  return present.reduce((best, v) => (compare(v, best) * direction > 0 ? v : best));
}
