import { moneyFormat } from "@countersign/domain/money";
import type { Language } from "@countersign/texts";

import type { RevisionRecord } from "../documents/index.ts";

type Fact = NonNullable<RevisionRecord["facts"]>[number];

/** How somebody reads dates and numbers. */
export interface Reader {
  language: Language;
  /** IANA name. Default: UTC */
  timeZone?: string | undefined;
}

/** An amount as its reader writes it; decimal texts are formatted as they are, and none is rounded. */
export function moneyWords(
  amount: string,
  currency: string | undefined,
  { language }: Pick<Reader, "language">,
): string {
  return new Intl.NumberFormat(language, moneyFormat(amount, currency)).format(amount as `${number}`);
}

/** A fact's value in words; undefined for people, whose names a mail would have to look up. */
export function factWords({ type, value }: Fact, reader: Reader): string | undefined {
  const { language, timeZone = "UTC" } = reader;
  switch (type) {
    case "MONEY":
      return moneyWords(value.amount, value.currency, reader);
    case "NUMBER":
      return moneyWords(value, undefined, reader);
    case "DATE":
      return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(
        new Date(value),
      );
    case "DATETIME":
      return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone }).format(
        new Date(value),
      );
    case "BOOLEAN":
      return value ? "✓" : "–";
    case "PERSON":
      return undefined;
    case "TEXT":
    case "LINK":
      return value;
    default:
      return type satisfies never;
  }
}
