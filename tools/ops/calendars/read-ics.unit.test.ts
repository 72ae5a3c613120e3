import { describe, expect, it } from "vitest";
import { Fault } from "../workflows/fault.ts";
import { oncePerDate } from "./holiday.ts";
import { readIcs } from "./read-ics.ts";

const CONTEXT = { file: "days.ics", years: { from: 2026, to: 2027 }, timeZone: "Europe/Berlin" };

/** A file of events, each given by its lines. */
const icsOf = (events: readonly (readonly string[])[], others: readonly string[] = []): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...others,
    ...events.flatMap((lines, place) => ["BEGIN:VEVENT", `UID:${place}`, ...lines, "END:VEVENT"]),
    "END:VCALENDAR",
  ].join("\r\n");
const readText = (text: string) => {
  const { days, passedOver } = readIcs(new TextEncoder().encode(text), CONTEXT);
  return { days: oncePerDate(days).map(({ date, name }) => ({ date, name })), passedOver };
};
const read = (...events: (readonly string[])[]) => readText(icsOf(events));
const datesOf = (...events: (readonly string[])[]) => read(...events).days.map(({ date }) => date);

/** A day of every year. */
const series = (uid: string, name: string) => [
  `UID:${uid}`,
  `SUMMARY:${name}`,
  "DTSTART;VALUE=DATE:20251225",
  "RRULE:FREQ=YEARLY",
];

describe("an iCalendar file [TIME-1]", () => {
  it("gives the days of its all-day events in order, by name, the first and the last of a year too", () => {
    const { days, passedOver } = read(
      ["DTSTART;VALUE=DATE:20261225", "DTEND;VALUE=DATE:20261226", "SUMMARY:Christmas\\, first day"],
      ["DTSTART;VALUE=DATE:20260101", "SUMMARY:  New\u200B   Year "],
      ["DTSTART;VALUE=DATE:20271231"],
      ["DTSTART;VALUE=DATE:20251231", "SUMMARY:Before"],
      ["DTSTART;VALUE=DATE:20280101", "SUMMARY:After"],
    );
    expect(days).toEqual([
      { date: "2026-01-01", name: "New Year" },
      { date: "2026-12-25", name: "Christmas, first day" },
      { date: "2027-12-31", name: undefined },
    ]);
    expect(passedOver).toEqual([]);
  });

  it.each([
    ["DTEND", ["DTEND;VALUE=DATE:20261227"]],
    ["DURATION", ["DURATION:P3D"]],
  ])("gives each day of an event of several days, by %s", (_, end) => {
    expect(datesOf(["DTSTART;VALUE=DATE:20261224", ...end])).toEqual([
      "2026-12-24",
      "2026-12-25",
      "2026-12-26",
    ]);
  });

  it("gives the part of a long event that lies in the years", () => {
    expect(datesOf(["DTSTART;VALUE=DATE:20200101", "DTEND;VALUE=DATE:20260103"])).toEqual([
      "2026-01-01",
      "2026-01-02",
    ]);
  });

  it("repeats an event in the years, but where a date is taken out or was cancelled", () => {
    expect(datesOf(["DTSTART;VALUE=DATE:19701225", "RRULE:FREQ=YEARLY"])).toEqual([
      "2026-12-25",
      "2027-12-25",
    ]);
    expect(datesOf(["DTSTART;VALUE=DATE:20201003", "RRULE:FREQ=YEARLY;UNTIL=20261231"])).toEqual([
      "2026-10-03",
    ]);
    // The second Monday of October.
    expect(datesOf(["DTSTART;VALUE=DATE:20201012", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=2MO"])).toEqual([
      "2026-10-12",
      "2027-10-11",
    ]);
    const yearly = ["DTSTART;VALUE=DATE:20201225", "RRULE:FREQ=YEARLY"];
    expect(datesOf([...yearly, "EXDATE;VALUE=DATE:20261225"])).toEqual(["2027-12-25"]);
    const changes = icsOf([["UID:one", ...yearly]]).replace(
      "END:VCALENDAR",
      [
        "BEGIN:VEVENT\r\nUID:one\r\nRECURRENCE-ID;VALUE=DATE:20261225\r\nDTSTART;VALUE=DATE:20261225",
        "STATUS:CANCELLED\r\nEND:VEVENT",
        "BEGIN:VEVENT\r\nUID:one\r\nRECURRENCE-ID;VALUE=DATE:20271225\r\nDTSTART;VALUE=DATE:20271227",
        "SUMMARY:Moved\r\nEND:VEVENT\r\nEND:VCALENDAR",
      ].join("\r\n"),
    );
    const one = changes.replace("UID:0\r\n", "");
    expect(readText(one).days).toEqual([{ date: "2027-12-27", name: "Moved" }]);
  });

  it("has no day of an event that was cancelled", () => {
    expect(datesOf(["DTSTART;VALUE=DATE:20261225", "STATUS:CANCELLED"])).toEqual([]);
  });

  it.each([
    ["UTC", [], ["DTSTART:20261224T230000Z", "DTEND:20261225T230000Z"]],
    [
      "a zone that this machine knows",
      [],
      ["DTSTART;TZID=America/New_York:20261224T180000", "DTEND;TZID=America/New_York:20261225T180000"],
    ],
    ["no zone", [], ["DTSTART:20261225T000000", "DTEND:20261226T000000"]],
    [
      "a zone that the file describes",
      [
        "BEGIN:VTIMEZONE\r\nTZID:Office Time\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000",
        "TZOFFSETFROM:+0000\r\nTZOFFSETTO:+0000\r\nEND:STANDARD\r\nEND:VTIMEZONE",
      ],
      ["DTSTART;TZID=Office Time:20261224T230000", "DTEND;TZID=Office Time:20261225T230000"],
    ],
  ])("gives the days from midnight to midnight in the calendar's zone of times in %s", (_, zone, event) => {
    const { days, passedOver } = readText(icsOf([event], zone));
    expect({ days, passedOver }).toEqual({ days: [{ date: "2026-12-25", name: undefined }], passedOver: [] });
  });

  it("passes over what lasts a part of a day, and says so", () => {
    expect(read(["DTSTART:20261224T130000Z", "DTEND:20261224T170000Z", "SUMMARY:Party"])).toEqual({
      days: [],
      passedOver: ["2026-12-24T13:00:00Z, Party: not a whole day, set its hours by hand"],
    });
  });

  it.each([
    ["hello", "days.ics: line 1: not an iCalendar file: invalid line"],
    ["", "days.ics: line 1: not an iCalendar file: has no BEGIN:VCALENDAR"],
    [
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR",
      "days.ics: line 3: not an iCalendar file: END:VCALENDAR without its BEGIN",
    ],
    ["BEGIN:VCALENDAR\nBEGIN:VEVENT\n", "line 2: not an iCalendar file: BEGIN:VEVENT without its END"],
    [
      "SUMMARY:Lost\nBEGIN:VCALENDAR\n",
      "line 1: not an iCalendar file: SUMMARY stands outside of BEGIN and END",
    ],
    ["BEGIN:VCARD\nEND:VCARD", "days.ics: line 1: not an iCalendar file: has no BEGIN:VCALENDAR"],
    ["BEGIN:VCALENDAR\nEND:VCALENDAR", "days.ics: line 1: has no event"],
  ])("that is none is refused by its name: %j", (text, fault) => {
    expect(() => readText(text)).toThrow(Fault);
    expect(() => readText(text)).toThrow(fault);
  });

  it.each([
    [["SUMMARY:Lost"], "line 3: event 1 (Lost): has no DTSTART"],
    [["DTSTART;VALUE=DATE:20261345"], "line 5: event 1: DTSTART 2026-13-45: expected a date that exists"],
    [["DTSTART;VALUE=DATE:20270229"], "line 5: event 1: DTSTART 2027-02-29: expected a date that exists"],
    [
      ["DTSTART:20261225T250000"],
      "line 5: event 1: DTSTART 2026-12-25T25:00:00: expected a date that exists",
    ],
    [["DTSTART;VALUE=DATE:soon"], "line 5: event 1: DTSTART"],
    [["DTSTART:20261225"], "line 5: event 1: DTSTART 2026-12-25: expected VALUE=DATE, or a time"],
    [["DTSTART;TZID=Moon/Base:20261225T000000"], "event 1: the time zone Moon/Base is neither in the file"],
    [
      ["DTSTART;VALUE=DATE:20261225", "DTSTART;VALUE=DATE:20261226"],
      "line 6: event 1: DTSTART: expected once",
    ],
    [
      ["DTSTART;VALUE=DATE:20261225", "DTEND;VALUE=DATE:20261224"],
      "line 6: event 1: DTEND 2026-12-24: expected a",
    ],
    [
      ["DTSTART;VALUE=DATE:20261225", "DTEND:20261226T000000"],
      "line 6: event 1: DTEND: expected a date beside",
    ],
    [
      ["DTSTART;VALUE=DATE:20261225", "DTEND;VALUE=DATE:20261226", "DURATION:P1D"],
      "line 7: event 1: DURATION",
    ],
    [["DTSTART;VALUE=DATE:20261225", "DURATION:P"], "line 6: "],
    [["DTSTART;VALUE=DATE:20261225", "DURATION:PT5H"], "line 6: event 1: DURATION PT5H: expected whole days"],
    [
      ["DTSTART;VALUE=DATE:20261225", "DURATION:-P1D"],
      "line 6: event 1: DURATION -P1D: expected none below 0",
    ],
    [
      ["DTSTART;VALUE=DATE:20261225", "RDATE;VALUE=DATE:20270230"],
      "line 6: event 1: RDATE 2027-02-30: expected",
    ],
    [
      ["DTSTART;VALUE=DATE:20261225", "RDATE:20270101T000000"],
      "line 6: event 1: RDATE: expected dates beside",
    ],
    [["DTSTART;VALUE=DATE:20261225", "EXDATE:20270101T000000Z"], "line 6: event 1: EXDATE: expected dates"],
    [
      ["DTSTART;VALUE=DATE:20261225", "EXRULE:FREQ=YEARLY"],
      "line 6: event 1: EXRULE: expected the dates as EXDATE",
    ],
    [
      ["DTSTART;VALUE=DATE:20261225", "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261225"],
      "line 6: event 1: RECURRENCE-ID: expected one occurrence",
    ],
  ])("with a fault is refused by the event at fault: %j", (event, fault) => {
    expect(() => read(event)).toThrow(Fault);
    expect(() => read(event)).toThrow(fault);
  });

  it.each([
    ["FREQ=SOMETIMES", "RRULE FREQ=SOMETIMES: expected FREQ=YEARLY, MONTHLY, WEEKLY or DAILY"],
    ["FREQ=SECONDLY", "RRULE FREQ=SECONDLY: expected FREQ=YEARLY, MONTHLY, WEEKLY or DAILY"],
    ["BYMONTH=2", "RRULE: expected FREQ=YEARLY, MONTHLY, WEEKLY or DAILY"],
    // Easter is no part of the standard; without it the day would be the same date in every year.
    ["FREQ=YEARLY;BYEASTER=1", "RRULE BYEASTER=1: expected one of FREQ, INTERVAL"],
    ["FREQ=YEARLY;BYMONTH=13", "RRULE BYMONTH=13: is no value of BYMONTH"],
    ["FREQ=YEARLY;BYMONTHDAY=32", "RRULE BYMONTHDAY=32: is no value of BYMONTHDAY"],
    ["FREQ=YEARLY;INTERVAL=0", "RRULE INTERVAL=0: is no value of INTERVAL"],
    ["FREQ=YEARLY;COUNT=x", "RRULE COUNT=X: is no value of COUNT"],
    ["FREQ=YEARLY;BYDAY=XX", "RRULE BYDAY=XX: is no value of BYDAY"],
    ["FREQ=YEARLY;UNTIL=20271331", "month"],
    ["FREQ=YEARLY;FREQ=DAILY", "RRULE: expected FREQ once"],
    ["RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", "RRULE RSCALE=CHINESE: is no value of RSCALE"],
    ["FREQ=DAILY;COUNT=99999999", "line 6: event 1:"],
  ])("is refused for a rule that cannot be followed, by its line: %s", (rule, fault) => {
    const event = ["DTSTART;VALUE=DATE:19000101", `RRULE:${rule}`];
    expect(() => read(event)).toThrow(Fault);
    expect(() => read(event)).toThrow("days.ics: line 6: event 1: ");
    expect(() => read(event)).toThrow(fault);
  });

  it.each([
    // The 29th of February is a day of leap years alone.
    ["20240229", "FREQ=YEARLY", []],
    ["20240229", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", ["2026-02-28", "2027-02-28"]],
    ["20250131", "FREQ=YEARLY;BYMONTH=1,2", ["2026-01-31", "2027-01-31"]],
    ["20220130", "FREQ=YEARLY;INTERVAL=2;BYMONTH=1;BYMONTHDAY=-2", ["2026-01-30"]],
    // The Wednesday before the 23rd of November.
    [
      "20201118",
      "FREQ=YEARLY;BYMONTH=11;BYDAY=WE;BYMONTHDAY=16,17,18,19,20,21,22",
      ["2026-11-18", "2027-11-17"],
    ],
    ["20201125", "FREQ=YEARLY;BYMONTH=11;BYDAY=WE;BYSETPOS=-1", ["2026-11-25", "2027-11-24"]],
    ["20201228", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", ["2026-12-28"]],
    ["20240229", "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD", ["2026-03-01", "2027-03-01"]],
    ["19700101", "FREQ=YEARLY;COUNT=57", ["2026-01-01"]],
    ["20200101", "FREQ=YEARLY;UNTIL=20260101", ["2026-01-01"]],
    ["20200101", "FREQ=YEARLY;UNTIL=20251231T230000Z", []],
    ["20200101", "FREQ=YEARLY;BYHOUR=9", ["2026-01-01", "2027-01-01"]],
  ])("repeats %s by %s", (start, rule, dates) => {
    expect(datesOf([`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`])).toEqual(dates);
  });

  it("ends a rule of times by the instant of UNTIL, and repeats by the clock on the wall", () => {
    const event = ["DTSTART;TZID=Europe/Berlin:20260101T000000", "DTEND;TZID=Europe/Berlin:20260102T000000"];
    const dates = ["2026-01-01", "2026-07-01"];
    const rule = "RRULE:FREQ=MONTHLY;INTERVAL=6;UNTIL=20260630T220000Z";
    expect(datesOf([...event, rule])).toEqual(dates);
    expect(datesOf([...event, rule.replace("T220000Z", "T215959Z")])).toEqual(["2026-01-01"]);
  });

  it("lets an occurrence that was changed replace that of its own event alone", () => {
    const moved = ["RECURRENCE-ID;VALUE=DATE:20261225", "DTSTART;VALUE=DATE:20261228", "SUMMARY:Moved"];
    const text = icsOf([series("office", "Office"), ["UID:shop", ...moved], series("shop", "Shop")]);
    // Each event has its own UID alone.
    expect(readText(text.replaceAll(/UID:\d\r\n/gu, "")).days).toEqual([
      { date: "2026-12-25", name: "Office" },
      { date: "2026-12-28", name: "Moved" },
      { date: "2027-12-25", name: "Office" },
    ]);
  });

  it("takes an occurrence without its series, and one that its series does not have, for days of their own", () => {
    const occurrence = ["RECURRENCE-ID;VALUE=DATE:20260501", "DTSTART;VALUE=DATE:20260502"];
    expect(datesOf(occurrence)).toEqual(["2026-05-02"]);
    expect(datesOf([...occurrence, "STATUS:CANCELLED"])).toEqual([]);
  });

  it("takes out every date of EXDATE, dates that are no occurrence among them", () => {
    const series = ["DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=MONTHLY;COUNT=6"];
    const without = ["EXDATE;VALUE=DATE:20260115,20260120,20260201", "EXDATE:20260501T000000"];
    expect(datesOf([...series, ...without])).toEqual([
      "2026-01-01",
      "2026-03-01",
      "2026-04-01",
      "2026-06-01",
    ]);
  });

  it.each([
    [
      "dates beside DTSTART",
      "RDATE;VALUE=DATE:20260401,20260402",
      ["2026-12-25", "2026-04-01", "2026-04-02"],
    ],
    ["no date twice", "RDATE;VALUE=DATE:20261225", ["2026-12-25"]],
  ])("has %s of RDATE", (_, line, dates) => {
    expect(datesOf(["DTSTART;VALUE=DATE:20261225", line])).toEqual(dates.toSorted());
  });

  it.each([
    ["an end", "20260401T000000/20260403T000000"],
    ["a duration", "20260401T000000/P2D"],
  ])("has the days of a period of RDATE with %s", (_, period) => {
    const event = ["DTSTART:20261225T000000", "DTEND:20261226T000000", `RDATE;VALUE=PERIOD:${period}`];
    expect(datesOf(event)).toEqual(["2026-04-01", "2026-04-02", "2026-12-25"]);
  });

  it("is read where a line is folded inside a letter of several bytes", () => {
    const bytes = new TextEncoder().encode(
      icsOf([["DTSTART;VALUE=DATE:20260106", "SUMMARY:Dreikönig 三王来朝"]]),
    );
    const letter = bytes.findIndex((byte) => byte >= 0xe0);
    for (const cut of [letter + 1, letter + 2]) {
      const folded = Buffer.concat([bytes.subarray(0, cut), Buffer.from("\r\n "), bytes.subarray(cut)]);
      expect(readIcs(folded, CONTEXT).days).toMatchObject([{ name: "Dreikönig 三王来朝" }]);
    }
  });

  it("that is not UTF-8 is refused by its line", () => {
    const bytes = Buffer.from(icsOf([["DTSTART;VALUE=DATE:20260106", "SUMMARY:Dreikönig"]]), "latin1");
    expect(() => readIcs(bytes, CONTEXT)).toThrow("days.ics: line 6: not an iCalendar file: expected UTF-8");
  });
});
