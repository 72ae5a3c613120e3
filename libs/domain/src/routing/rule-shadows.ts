/** When a rule of a kind is asked; null where something does not matter. */
export interface PlacedTerms {
  /** Decimal text. */
  amountAbove: string | null;
  /** ISO 4217 code. */
  currency: string | null;
  /** In percent; of orders. */
  discountAbove: number | null;
  when: string | null;
}

/**
 * Whether an earlier rule is asked about every document that a later one is for, so that the later one never applies
 * (contract-4, HIST-2). Terms alone prove it: of an earlier rule with a condition nothing is said.
 *
 * @param isOfOrders - whether a rule applies where one of its limits is exceeded, and a limit that is null to nothing
 */
export function isShadowedBy(later: PlacedTerms, earlier: PlacedTerms, isOfOrders: boolean): boolean {
  if (earlier.when !== null) return false;
  if (earlier.currency !== null && earlier.currency !== later.currency) return false;
  const [above, below] = [later, earlier].map(({ amountAbove }) => amountAbove && Number(amountAbove)) as [
    number | null,
    number | null,
  ];
  if (!isOfOrders) return below === null || (above !== null && above >= below);
  return (
    !neverApplies(later, true) &&
    isWithin(above, below) &&
    isWithin(later.discountAbove, earlier.discountAbove)
  );
}

/** Whether whatever exceeds the one limit exceeds the other. */
const isWithin = (limit: number | null, otherLimit: number | null): boolean =>
  limit === null || (otherLimit !== null && limit >= otherLimit);

/** Whether a rule applies to no document. */
export function neverApplies({ amountAbove, discountAbove }: PlacedTerms, isOfOrders: boolean): boolean {
  return isOfOrders && amountAbove === null && discountAbove === null;
}
