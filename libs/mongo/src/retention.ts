const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Default retention of rows, in days. A message can come back while the outbox may replay it, a stream keeps it, and the
 * dead letters keep it after that; inbox records outlive all three.
 */
export const RETENTION_DAYS = { outbox: 30, inbox: 120, requests: 30 } as const;

/** When a row that is written now may go. */
export function expiryAfter(days: number, from: Date): Date {
  return new Date(from.getTime() + days * DAY_MS);
}
