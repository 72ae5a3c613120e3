import { RRuleTemporal } from "rrule-temporal";

/** The parts of a rule (RFC 5545, 3.3.10; RFC 7529) and what each takes. */
const PARTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:YEARLY|MONTHLY|WEEKLY|DAILY)$/u,
  INTERVAL: /^0*[1-9]\d{0,4}$/u,
  COUNT: /^0*[1-9]\d{0,8}$/u,
  UNTIL: /^\d{8}(?:T\d{6}Z?)?$/u,
  BYMONTH: listOf(`(?:0?[1-9]|1[0-2])`),
  BYMONTHDAY: listOf(`[-+]?(?:0?[1-9]|[12]\\d|3[01])`),
  BYYEARDAY: listOf(`[-+]?(?:0{0,2}[1-9]|0?[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])`),
  BYWEEKNO: listOf(`[-+]?(?:0?[1-9]|[1-4]\\d|5[0-3])`),
  BYDAY: listOf(`(?:[-+]?(?:0?[1-9]|[1-4]\\d|5[0-3]))?(?:MO|TU|WE|TH|FR|SA|SU)`),
  BYSETPOS: listOf(`[-+]?[1-9]\\d{0,2}`),
  BYHOUR: listOf(`(?:[01]?\\d|2[0-3])`),
  BYMINUTE: listOf(`[0-5]?\\d`),
  BYSECOND: listOf(`(?:[0-5]?\\d|60)`),
  WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/u,
  // Of other calendars Node knows some days wrongly, such as the Chinese New Year of 2027.
  RSCALE: /^GREGORIAN$/u,
  SKIP: /^(?:OMIT|BACKWARD|FORWARD)$/u,
};
/** Of times; a rule of whole days ignores them. */
const TIME_PARTS = new Set(["BYHOUR", "BYMINUTE", "BYSECOND"]);

function listOf(itemPattern: string): RegExp {
  return new RegExp(`^${itemPattern}(?:,${itemPattern})*$`, "u");
}

/** A rule by which an event repeats. Whoever asks for its starts leaves out those after `until`. */
export interface RepeatRule {
  /** The last start that it may have, as the file gives it: such as 20271231 or 20271231T225959Z. */
  until: string | undefined;
  /**
   * The starts between two times, as clocks on the wall show them.
   *
   * @param first - start of the event
   * @throws Error for a rule that repeats too often before these times
   */
  startsBetween: (
    first: Temporal.PlainDateTime,
    from: Temporal.PlainDateTime,
    to: Temporal.PlainDateTime,
  ) => Temporal.PlainDateTime[];
}

/**
 * Reads a RRULE.
 *
 * @param isOfDays - the event begins on a date without a time
 * @throws Error that names the part at fault
 */
export function readRule(text: string, isOfDays: boolean): RepeatRule {
  const { UNTIL: until, ...parts } = partsOf(text);
  const writtenParts = Object.entries(parts)
    .filter(([name]) => !isOfDays || !TIME_PARTS.has(name))
    .map(([name, value]) => `${name}=${value}`);
  return {
    until,
    startsBetween(first, from, to) {
      const rule = new RRuleTemporal({
        rruleString: writtenParts.join(";"),
        dtstart: inUtc(first),
        cache: false,
      });
      return rule
        .between(inUtc(from), inUtc(to), true)
        .map((start) => Temporal.ZonedDateTime.from(start.toString()).toPlainDateTime());
    },
  };
}

function partsOf(text: string): Record<string, string> {
  const parts: Record<string, string> = {};
  for (const part of text.toUpperCase().split(";")) {
    const [name = "", value = "", ...otherParts] = part.split("=");
    const form = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (form === undefined) {
      throw new Error(
        `RRULE ${part}: expected one of ${Object.keys(PARTS).join(", ")}; give such days as RDATE`,
      );
    }
    if (Object.hasOwn(parts, name)) throw new Error(`RRULE: expected ${name} once`);
    if (otherParts.length > 0 || !form.test(value)) throw new Error(`RRULE ${part}: ${expectedOf(name)}`);
    parts[name] = value;
  }
  if (parts["FREQ"] === undefined) throw new Error(`RRULE: ${expectedOf("FREQ")}`);
  return parts;
}

const expectedOf = (name: string): string =>
  name === "FREQ" ? "expected FREQ=YEARLY, MONTHLY, WEEKLY or DAILY" : `is no value of ${name}`;

const inUtc = (time: Temporal.PlainDateTime): Temporal.ZonedDateTime => time.toZonedDateTime("UTC");
