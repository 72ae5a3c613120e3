import type { Page } from "./record-reader.ts";

/** Totals of pages end here (contract-4, ONE-4). */
export const COUNTED_MAX = 10_000;

/** A page that may match more records than its total says. */
export interface BoundedPage<T> extends Page<T> {
  /** Whether more match than {@link Page.total} says. */
  totalIsLowerBound(): Promise<boolean>;
}

/** Reads once, on the first call, and then returns the same result. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => (reading ??= read());
}

/**
 * The total of a page, and whether more match; counted once for both.
 *
 * @param count - counts so many records at most
 */
export function boundedTotal(
  count: (most: number) => Promise<number>,
): Pick<BoundedPage<never>, "total" | "totalIsLowerBound"> {
  const countOnce = once(() => count(COUNTED_MAX + 1));
  return {
    total: async () => Math.min(await countOnce(), COUNTED_MAX),
    totalIsLowerBound: async () => (await countOnce()) > COUNTED_MAX,
  };
}
