const DIGEST_HOUR = 8;
/** Days that are looked at for one that is not free: a calendar is refused that has none in so many. */
export const HORIZON_DAYS = 400;

/** Whether nobody works on a day. */
export type IsFree = (day: Temporal.PlainDate) => boolean;

/** Two digests of a user are at least 20 hours apart, also where the user's time zone changes in between. */
export const LEAST_GAP_MS = 20 * 60 * 60 * 1_000;

const instantOf = (at: Date) => Temporal.Instant.fromEpochMilliseconds(at.getTime());

/** The day of an instant in a time zone. @param timeZone - IANA name. Default: UTC */
export const dayOf = (at: Date, timeZone = "UTC"): Temporal.PlainDate =>
  instantOf(at).toZonedDateTimeISO(timeZone).toPlainDate();

/**
 * When a user's next digest goes out: at eight of their morning, on no free day, at least {@link LEAST_GAP_MS} after the
 * last one (contract-3, TIME-5).
 *
 * @param timeZone - IANA name. Default: UTC
 * @param options.isFree - where it says so of every day ahead, the next morning counts all the same
 */
export function nextDigest(
  now: Date,
  timeZone = "UTC",
  { lastAt, isFree = () => false }: { lastAt?: Date | undefined; isFree?: IsFree } = {},
): Date {
  const earliest = Math.max(now.getTime() + 1, lastAt === undefined ? 0 : lastAt.getTime() + LEAST_GAP_MS);
  const first = dayOf(new Date(earliest), timeZone);
  let next: number | undefined;
  for (let days = 0; days < HORIZON_DAYS; days += 1) {
    const day = first.add({ days });
    const { epochMilliseconds } = day.toZonedDateTime({ timeZone, plainTime: { hour: DIGEST_HOUR } });
    if (epochMilliseconds < earliest) continue;
    if (!isFree(day)) return new Date(epochMilliseconds);
    next ??= epochMilliseconds;
  }
  return new Date(next!);
}
