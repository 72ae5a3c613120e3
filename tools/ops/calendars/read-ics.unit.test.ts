import { describe, expect, it } from "vitest";
import { Fault } from "../workflows/fault.ts";
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
const read = (...events: (readonly string[])[]) => readIcs(icsOf(events), CONTEXT);
const datesOf = (...events: (readonly string[])[]) => read(...events).days.map(({ date }) => date);

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
    expect(readIcs(one, CONTEXT).days).toEqual([{ date: "2027-12-27", name: "Moved" }]);
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
    const { days, passedOver } = readIcs(icsOf([event], zone), CONTEXT);
    expect({ days, passedOver }).toEqual({ days: [{ date: "2026-12-25", name: undefined }], passedOver: [] });
  });

  it("passes over what lasts a part of a day, and says so", () => {
    expect(read(["DTSTART:20261224T130000Z", "DTEND:20261224T170000Z", "SUMMARY:Party"])).toEqual({
      days: [],
      passedOver: ["2026-12-24T13:00:00Z, Party: not a whole day, set its hours by hand"],
    });
  });

  it.each([
    ["hello", "days.ics: not an iCalendar file: invalid line"],
    ["", "days.ics: not an iCalendar file: has no BEGIN:VCALENDAR"],
    ["BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR", "days.ics: not an iCalendar file: invalid ical body"],
    ["BEGIN:VCARD\nEND:VCARD", "days.ics: not an iCalendar file: has no BEGIN:VCALENDAR"],
    ["BEGIN:VCALENDAR\nEND:VCALENDAR", "days.ics: has no event"],
  ])("that is none is refused by its name: %j", (text, fault) => {
    expect(() => readIcs(text, CONTEXT)).toThrow(Fault);
    expect(() => readIcs(text, CONTEXT)).toThrow(fault);
  });

  it.each([
    [["SUMMARY:Lost"], "event 1 (Lost): has no DTSTART"],
    [["DTSTART;VALUE=DATE:20261345"], "event 1: DTSTART 2026-13-45: expected a date that exists"],
    [["DTSTART;VALUE=DATE:20270229"], "event 1: DTSTART 2027-02-29: expected a date that exists"],
    [["DTSTART;VALUE=DATE:soon"], "event 1: DTSTART"],
    [["DTSTART:20261225"], "event 1: DTSTART 2026-12-25: expected VALUE=DATE, or a time"],
    [["DTSTART;TZID=Moon/Base:20261225T000000"], "event 1: the time zone Moon/Base is neither in the file"],
    [["DTSTART;VALUE=DATE:20261225", "RRULE:FREQ=SOMETIMES"], 'invalid frequency "SOMETIMES"'],
    [["DTSTART:20000101T000000Z", "RRULE:FREQ=SECONDLY"], "event 1: expected at most 20000 repetitions"],
  ])("with a fault is refused by the event at fault: %j", (event, fault) => {
    expect(() => read(event)).toThrow(Fault);
    expect(() => read(event)).toThrow(fault);
  });
});
