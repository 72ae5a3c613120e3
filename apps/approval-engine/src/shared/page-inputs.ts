import { LIMITS, hexId, line } from "@countersign/contracts";
import { ObjectId } from "mongodb";
import { z } from "zod";

/** Greatest number of records that a page leaves out. */
const SKIP_MAX = 1_000_000;
export const TAKE_MAX = 100;
export const TAKE_DEFAULT = 20;

/** A 24-character hex string, read as an object id. */
export const objectId = hexId.transform((hex) => new ObjectId(hex));

/** The text of a search box, trimmed and in NFC (contract-3, FIX-7). An empty text sets no filter. */
export const keyword = z.preprocess(
  (text) => (typeof text === "string" ? text.trim().normalize("NFC") || undefined : text),
  line(LIMITS.name).nullish(),
);

export const optionalObjectId = objectId.nullish();

const paging = {
  skip: z.int().min(0, "must be at least 0").max(SKIP_MAX, `must be at most ${SKIP_MAX}`).nullish(),
  take: z.int().min(1, "must be at least 1").max(TAKE_MAX, `must be at most ${TAKE_MAX}`).nullish(),
};

/** A page's input: its own filter fields, and which part of the matches to show. */
export function pageOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject({ ...paging, ...shape });
}

/** A finder's input: without any field it would answer an arbitrary record. */
export function finderOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z
    .strictObject(shape)
    .refine(
      (input) => Object.values(input).some((value) => value !== null && value !== undefined),
      `at least one of ${Object.keys(shape).join(", ")} is required`,
    );
}
