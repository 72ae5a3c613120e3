const DIGEST_HOUR = 8;

/** Two digests of a user are at least 20 hours apart, also where the user's time zone changes in between. */
export const LEAST_GAP_MS = 20 * 60 * 60 * 1_000;

const instantOf = (at: Date) => Temporal.Instant.fromEpochMilliseconds(at.getTime());

/** The day of an instant in a time zone, as YYYY-MM-DD. @param timeZone - IANA name. Default: UTC */
export function dayOf(at: Date, timeZone = "UTC"): string {
  return instantOf(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/**
 * When a user's next digest goes out: at eight of their morning, at least {@link LEAST_GAP_MS} after the last one
 * (contract-3, TIME-5).
 *
 * @param timeZone - IANA name. Default: UTC
 */
export function nextDigest(now: Date, timeZone = "UTC", lastAt?: Date): Date {
  const earliest = Math.max(now.getTime() + 1, lastAt === undefined ? 0 : lastAt.getTime() + LEAST_GAP_MS);
  const day = instantOf(new Date(earliest)).toZonedDateTimeISO(timeZone).toPlainDate();
  const [today, tomorrow] = [day, day.add({ days: 1 })].map(
    (on) => on.toZonedDateTime({ timeZone, plainTime: { hour: DIGEST_HOUR } }).epochMilliseconds,
  );
  return new Date(today! >= earliest ? today! : tomorrow!);
}
