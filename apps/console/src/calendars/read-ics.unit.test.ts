import { describe, expect, it } from "vitest";

import { readIcs } from "./read-ics.ts";

const fileOf = (...events: readonly string[][]) =>
  [
    "BEGIN:VCALENDAR",
    ...events.flatMap((lines) => [["BEGIN:VEVENT"], lines, ["END:VEVENT"]].flat()),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const datesOf = (...lines: string[]) => {
  const read = readIcs(fileOf(lines), [2026, 2027]);
  return read?.passedOverCount === 0 ? read.days.map(({ date }) => date) : "passed over";
};

describe("an iCalendar file", () => {
  it("has whole days, each date once by its first name, in order [TIME-1]", () => {
    const file = fileOf(
      ["DTSTART;VALUE=DATE:20261225", "DTEND;VALUE=DATE:20261227", "SUMMARY:Christmas\\, both", "  days"],
      ["DTSTART;VALUE=DATE:20260101", "SUMMARY;LANGUAGE=en:New Year"],
      ["DTSTART;VALUE=DATE:20261226", "SUMMARY:Boxing Day"],
      ["DTSTART;VALUE=DATE:20260501", "STATUS:CANCELLED"],
      ["DTSTART;VALUE=DATE:20280101", "SUMMARY:Another year"],
    );
    expect(readIcs(file, [2026, 2027])).toEqual({
      days: [
        { date: "2026-01-01", name: "New Year" },
        { date: "2026-12-25", name: "Christmas, both days" },
        { date: "2026-12-26", name: "Christmas, both days" },
      ],
      passedOverCount: 0,
    });
  });

  it("repeats a day every year, and leaves out what a year lacks [TIME-1]", () => {
    const yearly = "RRULE:FREQ=YEARLY";
    expect(datesOf("DTSTART;VALUE=DATE:20201003", yearly)).toEqual(["2026-10-03", "2027-10-03"]);
    expect(datesOf("DTSTART;VALUE=DATE:20240229", yearly)).toEqual([]);
  });

  it.each([
    [["DTSTART:20261224T120000Z"]],
    [["DTSTART;VALUE=DATE:20260230"]],
    [["DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=YEARLY;BYDAY=2MO;BYMONTH=10"]],
    [["DTSTART;VALUE=DATE:20260101", "DURATION:PT4H"]],
    [["DTSTART;VALUE=DATE:20200101", "DTEND;VALUE=DATE:20300101"]],
    [["SUMMARY:No date"]],
  ])("counts what it cannot read as whole days, without guessing: %j [TIME-1]", (lines) => {
    expect(datesOf(...lines)).toBe("passed over");
  });

  it("reads no alarm of an entry as the entry", () => {
    const alarm = ["BEGIN:VALARM", "DURATION:PT15M", "SUMMARY:Alarm", "END:VALARM"];
    expect(datesOf("DTSTART;VALUE=DATE:20260101", ...alarm)).toEqual(["2026-01-01"]);
  });

  it.each(["", "hello", fileOf()])("is refused without an entry: %j", (text) => {
    expect(readIcs(text, [2026, 2027])).toBeUndefined();
  });
});
