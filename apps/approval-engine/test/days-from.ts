/** The days of a substitution in UTC, beginning the given number of days after today; 14 days by default. */
export function daysFrom(days: number, length = 14) {
  const from = Temporal.Now.plainDateISO("UTC").add({ days });
  return {
    fromDate: from.toString(),
    untilDate: from.add({ days: length - 1 }).toString(),
    timeZone: "UTC",
  };
}
