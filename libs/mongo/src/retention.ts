const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How long rows are kept unless told otherwise, in days. A message can come back as long as the outbox may replay it,
 * the broker keeps it in a stream, and then keeps it among the dead letters; inbox records outlive all of that.
 */
export const RETENTION_DAYS = { outbox: 30, inbox: 120, requests: 30 } as const;

/** When a row that is written now may go. */
export function expiryAfter(days: number, from: Date): Date {
  return new Date(from.getTime() + days * DAY_MS);
}
