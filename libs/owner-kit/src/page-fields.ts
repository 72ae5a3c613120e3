import { z } from "zod";

const MAX_SKIP = 100_000;

const wholeNumber = (least: number, greatest: number) =>
  z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(least, `must be at least ${least}`)
    .max(greatest, `must be at most ${greatest}`);

/** Fields that the query of every list has: newest first, 1 to 100 at a time. */
export const pageFields = {
  skip: wholeNumber(0, MAX_SKIP).default(0),
  take: wholeNumber(1, 100).default(20),
} as const;
