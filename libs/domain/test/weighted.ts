import * as fc from "fast-check";

/** One of the values, each as often as its weight says. */
export const drawWeighted = <const T>(
  values: readonly (readonly [value: T, weight: number])[],
): fc.Arbitrary<T> =>
  fc.oneof(...values.map(([value, weight]) => ({ weight, arbitrary: fc.constant(value) })));
