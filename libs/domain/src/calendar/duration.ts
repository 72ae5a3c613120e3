import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";

/** A time span of a stage's ladder: of its calendar, or of the clock (TIME-2). */
export type Duration = { businessDays: number } | { businessHours: number } | { hours: number };

const MIN_HOURS = 1 / 3_600;
const MAX_HOURS = 8_784;
const MAX_DAYS = 366;

/**
 * Checks a duration: from a second to 8,784 hours, or from 1 to 366 whole business days.
 *
 * @param field path of the duration in the input
 * @throws DomainError `INVALID_INPUT` that names the field and what was expected (TIME-2)
 */
export function assertDuration(duration: Duration, field: string): void {
  const [[unit, amount] = ["", Number.NaN], ...otherParts] = Object.entries(duration);
  if (otherParts.length > 0 || !["businessDays", "businessHours", "hours"].includes(unit)) {
    throw new DomainError("INVALID_INPUT", text("duration.oneUnit", { field }), { field });
  }
  const isDays = unit === "businessDays";
  const fits = isDays
    ? Number.isInteger(amount) && amount >= 1 && amount <= MAX_DAYS
    : Number.isFinite(amount) && amount >= MIN_HOURS && amount <= MAX_HOURS;
  if (fits) return;
  const place = `${field}.${unit}`;
  const expected = isDays
    ? text("duration.days", { field: place, from: "1", to: String(MAX_DAYS) })
    : text("duration.hours", { field: place, to: String(MAX_HOURS) });
  throw new DomainError("INVALID_INPUT", expected, { field: place });
}
