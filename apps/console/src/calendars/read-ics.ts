/** A day on which nobody works. */
export interface ImportedDay {
  /** Such as 2026-12-25. */
  date: string;
  name: string;
}

/** The days of an iCalendar file in some years. */
export interface IcsDays {
  /** In order, each date once. */
  days: readonly ImportedDay[];
  /** How many entries could not be read as whole days: they last for hours, or repeat in another way than every year. */
  passedOverCount: number;
}

type IcsEvent = ReadonlyMap<string, string>;

const DAY_MS = 86_400_000;
/** Longest span of an entry: what lasts longer is no holiday. */
const DAYS_MAX = 60;
const NAME_MAX = 200;

/**
 * Reads the whole days of an iCalendar file (RFC 5545): entries of one or several days, once or every year.
 *
 * @param years - the first and the last
 * @returns undefined for a text that is no such file, or has no entry
 */
export function readIcs(text: string, [from, to]: readonly [number, number]): IcsDays | undefined {
  const events = eventsIn(text);
  if (events.length === 0) return undefined;
  const spans = events.map((event) => daysOf(event, from, to));
  const nameByDate = new Map<string, string>();
  for (const [date, name] of spans.flatMap((days) => days ?? [])) {
    if (!nameByDate.has(date)) nameByDate.set(date, name);
  }
  const days = [...nameByDate].map(([date, name]) => ({ date, name }));
  return {
    days: days.toSorted((left, right) => (left.date < right.date ? -1 : 1)),
    passedOverCount: spans.filter((dates) => dates === undefined).length,
  };
}

/** The properties of each entry that was not cancelled, by their names with their parameters. */
function eventsIn(text: string): IcsEvent[] {
  const unfoldedText = text.replaceAll(/\r?\n[ \t]/gu, "");
  const events = [...unfoldedText.matchAll(/^BEGIN:VEVENT\s*$(.*?)^END:VEVENT\s*$/gmsu)].map(
    ([, inside = ""]) => {
      // An alarm has properties of its own.
      const ownLines = inside.replaceAll(/^BEGIN:VALARM.*?^END:VALARM\s*$/gmsu, "");
      const properties = ownLines.split(/\r?\n/u).map((line) => /^([\w-]+)[^:]*:(.*)$/u.exec(line));
      return new Map(
        properties.map((property): [string, string] => [property?.[1] ?? "", property?.[2] ?? ""]),
      );
    },
  );
  return events.filter((event) => event.get("STATUS") !== "CANCELLED");
}

/** The dates of an entry in the years, each with its name; undefined where it has no whole days. */
function daysOf(event: IcsEvent, from: number, to: number): [string, string][] | undefined {
  const start = dayOf(event.get("DTSTART"));
  const end = event.has("DTEND") ? dayOf(event.get("DTEND")) : start && start + DAY_MS;
  const rule = event.get("RRULE");
  const isOther = ["DURATION", "EXDATE", "RDATE", "RECURRENCE-ID"].some((name) => event.has(name));
  if (start === undefined || end === undefined || isOther || (rule ?? YEARLY) !== YEARLY) return undefined;
  const count = Math.max(1, (end - start) / DAY_MS);
  if (count > DAYS_MAX) return undefined;
  const name = nameOf(event.get("SUMMARY") ?? "");
  const [first, last] = [`${from}-01-01`, `${to}-12-31`];
  return startsOf(start, rule === undefined ? undefined : to)
    .flatMap((day) => Array.from({ length: count }, (_, at) => dateOf(day + at * DAY_MS)))
    .filter((date) => first <= date && date <= last)
    .map((date) => [date, name]);
}

const YEARLY = "FREQ=YEARLY";

/** The first day, and that of each later year up to the last; a day that a year lacks is left out. */
function startsOf(start: number, lastYear: number | undefined): number[] {
  const day = new Date(start);
  const years = Math.max(1, (lastYear ?? 0) - day.getUTCFullYear() + 1);
  return Array.from({ length: years }, (_, at) =>
    Date.UTC(day.getUTCFullYear() + at, day.getUTCMonth(), day.getUTCDate()),
  ).filter((time) => new Date(time).getUTCDate() === day.getUTCDate());
}

/** A date such as 20261225, in milliseconds; undefined for anything else, such as a time. */
function dayOf(text = ""): number | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)\s*$/u.exec(text) ?? [];
  if (year === undefined) return undefined;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return dateOf(time) === `${year}-${month}-${day}` ? time : undefined;
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, "2026-12-25".length);

/** A name as calendars take it, in one line. */
const nameOf = (text: string): string =>
  text
    .replaceAll(/\\([\\;,nN])/gu, (_, sign: string) => (sign.toLowerCase() === "n" ? " " : sign))
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .slice(0, NAME_MAX)
    .toWellFormed();
