/** Codes of funds, which ISO 4217 has among its currencies, and `Intl` does not list. */
const FUNDS = ["BOV", "CHE", "CHW", "CLF", "COU", "MXV", "USN", "UYI", "UYW", "VED"];

/** The codes of all currencies (ISO 4217) in which an amount can be, in alphabetical order. */
export const CURRENCIES: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf("currency"), ...FUNDS]),
].toSorted();

/** The fraction digits that each currency is written with: 2 for EUR, 0 for JPY, 3 for KWD. */
const OWN_PLACES: ReadonlyMap<string, number> = new Map(
  CURRENCIES.map((currency) => {
    const { maximumFractionDigits } = new Intl.NumberFormat("en", {
      style: "currency",
      currency,
    }).resolvedOptions();
    return [currency, maximumFractionDigits ?? 0] as const;
  }),
);

const FRACTION = /^-?\d+\.(\d+)$/u;

/**
 * The fraction digits that an amount is shown with: all that its text has, at least those of its currency (contract-3,
 * FIX-3). Nothing is ever rounded away: 1234.5 JPY has one, 0.004 EUR three.
 *
 * @param amount - decimal text, such as `1250.5`
 * @param currency - ISO 4217 code; without it only the text counts
 */
export function placesOf(amount: string, currency?: string | null): number {
  const writtenPlaces = FRACTION.exec(amount)?.[1]?.length ?? 0;
  return Math.max(writtenPlaces, OWN_PLACES.get(currency ?? "") ?? 0);
}

/** The settings of `Intl.NumberFormat` that show an amount as {@link placesOf} says, in any language. */
export function moneyFormat(amount: string, currency?: string | null): Intl.NumberFormatOptions {
  const places = placesOf(amount, currency);
  return {
    ...(currency ? { style: "currency", currency } : {}),
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  };
}

/**
 * An amount in a plain text: `1250.50 EUR`, or the bare amount where no currency is known.
 *
 * @param amount - decimal text; any other text stays as it is
 */
export function moneyText(amount: string, currency?: string | null): string {
  const missingPlaces = placesOf(amount, currency) - placesOf(amount);
  const point = placesOf(amount) === 0 && missingPlaces > 0 ? "." : "";
  const shownAmount = /^-?\d+(?:\.\d+)?$/u.test(amount) ? amount + point + "0".repeat(missingPlaces) : amount;
  return currency ? `${shownAmount} ${currency}` : shownAmount;
}
