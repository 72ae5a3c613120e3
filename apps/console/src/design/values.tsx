import { moneyFormat } from "@countersign/domain/money";

import { useFormats } from "../messages/i18n.ts";
import { dateFormat, numberFormat } from "./formats.ts";

/** Isolates a text that people wrote from the direction of the text around it. */
export function Written({ children }: { children: string | null | undefined }) {
  return <bdi>{children}</bdi>;
}

/** An amount in its currency, or the plain amount where no currency is known. */
export function Money({ amount, currency }: { amount: string; currency?: string | null | undefined }) {
  const locale = useFormats();
  return <bdi>{formatMoney(locale, amount, currency)}</bdi>;
}

/** Decimal texts are formatted as they are: a number would round what has more than 15 digits (contract-3, FIX-3). */
export function formatMoney(locale: string, amount: string, currency?: string | null): string {
  try {
    return numberFormat(locale, moneyFormat(amount, currency)).format(amount as `${number}`);
  } catch {
    return [amount, currency].filter(Boolean).join(" ");
  }
}

/** A moment, in the reader's words and time zone; the whole moment stands in the title. */
export function Moment({ at }: { at: string }) {
  const locale = useFormats();
  const date = new Date(at);
  const whole = dateFormat(locale, { dateStyle: "full", timeStyle: "medium" }).format(date);
  return (
    <time dateTime={at} title={whole}>
      {formatMoment(locale, date, new Date())}
    </time>
  );
}

const HALF_DAY_MS = 12 * 60 * 60 * 1000;

/** The time alone for what happened in the last hours, else day and time. */
export function formatMoment(locale: string, date: Date, now: Date): string {
  const isRecent = Math.abs(now.getTime() - date.getTime()) < HALF_DAY_MS;
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  const time = { hour: "2-digit", minute: "2-digit" } as const;
  const day = { day: "numeric", month: "short", ...year } as const;
  return dateFormat(locale, isRecent ? time : { ...day, ...time }).format(date);
}

/** A day without a time zone, such as 2027-03-01. */
export function formatDay(locale: string, day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(date);
}
