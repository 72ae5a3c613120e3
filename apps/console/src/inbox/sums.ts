import { placesOf } from "@countersign/domain/money";

interface Summed {
  amount?: string | null;
  currency?: string | null;
}

/** A sum in millionths, and the most places of its parts. */
interface Sum {
  units: bigint;
  places: number;
}

/** The engine's amounts have at most six places. */
const PLACES = 6;

/**
 * The sum of a list for each currency, exact and with the most places of its parts (contract-3, FIX-3), and how many have
 * no amount.
 */
export function sumsOf(documents: readonly (Summed | null | undefined)[]) {
  const sums = new Map<string, Sum>();
  for (const document of documents) {
    if (!document?.amount || !document.currency) continue;
    const { units, places } = sums.get(document.currency) ?? { units: 0n, places: 0 };
    sums.set(document.currency, {
      units: units + unitsOf(document.amount),
      places: Math.max(places, placesOf(document.amount)),
    });
  }
  const without = documents.filter((document) => !document?.amount || !document.currency).length;
  const totals = [...sums].toSorted(([currency], [otherCurrency]) => (currency < otherCurrency ? -1 : 1));
  return { sums: totals.map(([currency, sum]) => ({ currency, amount: textOf(sum) })), without };
}

function unitsOf(amount: string): bigint {
  const [, sign = "", wholePart = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/u.exec(amount) ?? [];
  return BigInt(`${sign}${wholePart}${fraction.padEnd(PLACES, "0").slice(0, PLACES)}`);
}

function textOf({ units, places }: Sum): string {
  const digits = String(units < 0n ? -units : units).padStart(PLACES + 1, "0");
  const fraction = digits.slice(-PLACES).slice(0, places);
  return `${units < 0n ? "-" : ""}${digits.slice(0, -PLACES)}${fraction === "" ? "" : `.${fraction}`}`;
}
