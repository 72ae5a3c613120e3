/**
 * A due time as it is shown: midnight belongs to the day that ends, so that what is due when Friday ends reads Friday 23:59
 * and never Saturday. In the reader's time zone.
 */
export function onDueDay(due: Date): Date {
  const isMidnight = due.getHours() === 0 && due.getMinutes() === 0 && due.getSeconds() === 0;
  return isMidnight ? new Date(due.getTime() - due.getMilliseconds() - 1) : due;
}
