const EARLIEST = Date.UTC(1990, 0, 1);
const YEARS_AHEAD = 5;

/**
 * Why a moment is no document's date: a date in seconds would be of January 1970, one in microseconds of the far future
 * (contract-3, FIX-5).
 *
 * @param ms - milliseconds since 1970
 * @returns the expectation, to be read after the field's name; `undefined` when the date is fine
 */
export function documentDateProblem(ms: number, now: Date): string | undefined {
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + YEARS_AHEAD);
  if (ms >= EARLIEST && ms <= latest.getTime()) return undefined;
  return `expected milliseconds since 1970, of a date from 1990-01-01 to ${YEARS_AHEAD} years from now`;
}
