import { Decimal128 } from "bson";
import { unsupported } from "./errors.ts";
import { calculate, toNumber } from "./numbers.ts";
import { compare, unique } from "./order.ts";
import { double, isNullish, isNumber, type Num, type Value } from "./values.ts";

/** From the values of a group's documents, in their order, to the group's value. */
export type Accumulator = (values: readonly Value[]) => Value;

/** The sum of what is numeric; 0 when nothing is. */
const sum = (values: readonly Value[]): Num =>
  values.filter(isNumber).reduce<Num>((total, v) => calculate("add", total, v), 0);

/** The mean of what is numeric, null when nothing is. */
function average(values: readonly Value[]): Value {
  const numbers = values.filter(isNumber);
  if (numbers.some((v) => v instanceof Decimal128)) return unsupported("$avg of decimals");
  return numbers.length > 0 ? double(toNumber(sum(numbers)) / numbers.length) : null;
}

/** The least (-1) or greatest (1) of the values that are there, null when none is. */
function extreme(values: readonly Value[], direction: 1 | -1): Value {
  const present = values.filter((v) => !isNullish(v));
  if (present.length === 0) return null;
  return present.reduce((best, v) => (compare(v, best) * direction > 0 ? v : best));
}

const isPresent = (v: Value) => v !== undefined;

/** Statistics over a list, which expressions have too. */
export const STATISTICS: Readonly<Record<string, Accumulator>> = {
  $sum: sum,
  $avg: average,
  $min: (values) => extreme(values, -1),
  $max: (values) => extreme(values, 1),
};

/** Every accumulator of `$group` there is; anything else is refused. */
export const ACCUMULATORS: ReadonlyMap<string, Accumulator> = new Map(
  Object.entries<Accumulator>({
    ...STATISTICS,
    $first: (values) => values[0] ?? null,
    $last: (values) => values.at(-1) ?? null,
    $push: (values) => values.filter(isPresent),
    $addToSet: (values) => unique(values.filter(isPresent)),
    $count: (values) => values.length,
  }),
);
