import { HOLIDAY_PLACES, nationalHolidays } from "@countersign/domain/national-holidays";
import HolidaysOf from "date-holidays";
import { describe, expect, it } from "vitest";

const [FIRST, LAST] = [2026, 2040];
const SUNDAY = 0;
/** Whether people rest on it anyway. */
const isOnASunday = (date: string): boolean => new Date(date).getUTCDay() === SUNDAY;

/** The whole public days of a place by another source, without Sundays. */
function expectedDays(code: string): string[] {
  const source = new HolidaysOf();
  const [country = "", state] = code.split("-");
  source.init({ country, ...(state !== undefined && { state }) });
  const days = Array.from({ length: LAST - FIRST + 1 }, (_, index) =>
    source
      .getHolidays(FIRST + index)
      .filter(({ type, date }) => type === "public" && date.endsWith("00:00:00"))
      .map(({ date }) => date.slice(0, "2026-01-01".length)),
  );
  return [...new Set(days.flat())].filter((date) => !isOnASunday(date)).toSorted();
}

// Federal law keeps Veterans Day on a working day as it keeps the others; that source does not.
describe("the public holidays that the console offers [TIME-1]", () => {
  it.each(HOLIDAY_PLACES.map(({ code }) => code))("of %s are those of another source", (code) => {
    const dates = nationalHolidays(code, [FIRST, LAST])
      .filter(({ date, name }) => name !== "Veterans Day" || date.endsWith("-11-11"))
      .map(({ date }) => date);
    expect([...new Set(dates)].filter((date) => !isOnASunday(date)).toSorted()).toEqual(expectedDays(code));
  });

  it("are kept on working days where the law says so", () => {
    const keptDays = nationalHolidays("US", [2027, 2027]).filter(({ name }) => name.startsWith("New Year"));
    expect(keptDays.map(({ date }) => date)).toEqual(["2027-01-01", "2027-12-31"]);
    expect(nationalHolidays("US", [2028, 2028])).toContainEqual({ date: "2028-11-10", name: "Veterans Day" });
  });
});
