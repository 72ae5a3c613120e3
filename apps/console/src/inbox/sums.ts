interface Summed {
  amount?: string | null;
  currency?: string | null;
}

/** The engine's amounts have at most six places. */
const PLACES = 6;

/** The sum of a list for each currency, exact to the last place, and how many have no amount. */
export function sumsOf(documents: readonly (Summed | null | undefined)[]) {
  const sums = new Map<string, bigint>();
  for (const document of documents) {
    if (!document?.amount || !document.currency) continue;
    sums.set(document.currency, (sums.get(document.currency) ?? 0n) + unitsOf(document.amount));
  }
  const without = documents.filter((document) => !document?.amount || !document.currency).length;
  const totals = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { sums: totals.map(([currency, units]) => ({ currency, amount: textOf(units) })), without };
}

function unitsOf(amount: string): bigint {
  const [, sign = "", whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/u.exec(amount) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(PLACES, "0").slice(0, PLACES)}`);
}

function textOf(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(PLACES + 1, "0");
  const fraction = digits.slice(-PLACES).replace(/0+$/u, "");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -PLACES)}${fraction === "" ? "" : `.${fraction}`}`;
}
