import { UsageError } from "../usage.ts";

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads the value of `--since`: a time, or a duration ago such as `90m`, `6h` or `2d`.
 *
 * @throws UsageError
 */
export function momentOf(text: string, now: Date): Date {
  const [, count, unit = ""] = /^(\d{1,6})([mhd])$/u.exec(text) ?? [];
  const moment =
    count === undefined ? new Date(text) : new Date(now.getTime() - Number(count) * (UNIT_MS[unit] ?? 0));
  if (Number.isNaN(moment.getTime())) throw new UsageError(`--since ${text} is no time`);
  if (moment > now) throw new UsageError(`--since ${text} is in the future`);
  return moment;
}
