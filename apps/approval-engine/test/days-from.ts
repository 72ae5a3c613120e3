/** The days of a substitution in UTC, beginning so many days after today; a fortnight unless told. */
export function daysFrom(days: number, length = 14) {
  const from = Temporal.Now.plainDateISO("UTC").add({ days });
  return {
    fromDate: from.toString(),
    untilDate: from.add({ days: length - 1 }).toString(),
    timeZone: "UTC",
  };
}
