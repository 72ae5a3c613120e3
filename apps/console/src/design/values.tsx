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
  return (
    <time dateTime={at} title={wholeMoment(locale, date)} data-full={formatWholeMoment(locale, date)}>
      {formatMoment(locale, date)}
    </time>
  );
}

const wholeMoment = (locale: string, date: Date): string =>
  dateFormat(locale, { dateStyle: "full", timeStyle: "medium" }).format(date);

/** The one form in which the console writes a day, alone or with a time. */
const DAY = { day: "numeric", month: "short", year: "numeric" } as const;

/** A moment: never a time without its day. */
export function formatMoment(locale: string, date: Date): string {
  return dateFormat(locale, { ...DAY, hour: "2-digit", minute: "2-digit" }).format(date);
}

/** {@link formatMoment}, with the time zone: for paper, which knows none. */
export function formatWholeMoment(locale: string, date: Date): string {
  const time = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  return dateFormat(locale, { ...DAY, ...time }).format(date);
}

const WEEK_MS = 7 * 24 * 3_600_000;

/** A moment in the middle of a sentence: the weekday within a week, else the day; and the time. */
export function occasionOf(
  locale: string,
  date: Date,
  now = new Date(),
): { isWeekday: boolean; day: string; time: string } {
  const isWeekday = Math.abs(now.getTime() - date.getTime()) < WEEK_MS;
  return {
    isWeekday,
    day: dateFormat(locale, isWeekday ? { weekday: "short" } : DAY).format(date),
    time: dateFormat(locale, { hour: "2-digit", minute: "2-digit", hour12: false }).format(date),
  };
}

/** A day in few characters, as lists show it: with its year only where it is another one. */
export function ShortDay({ at }: { at: string | Date }) {
  const locale = useFormats();
  const date = new Date(at);
  const { day, month } = DAY;
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return (
    <time
      dateTime={date.toISOString()}
      title={wholeMoment(locale, date)}
      data-full={formatWholeMoment(locale, date)}
    >
      {dateFormat(locale, isThisYear ? { day, month } : DAY).format(date)}
    </time>
  );
}

/** A day without a time zone, such as 2027-03-01. */
export function formatDay(locale: string, day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return dateFormat(locale, { ...DAY, timeZone: "UTC" }).format(date);
}

/** A number as its decimal text: `String` writes 0.0000001 as 1e-7. */
export const decimalText = (value: number): string =>
  numberFormat("en", { useGrouping: false, maximumFractionDigits: 20 }).format(value);
