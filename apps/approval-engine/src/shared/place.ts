import { hexId } from "@countersign/contracts";
import { z } from "zod";

/** A place in a list: a time and, among equal ones, an id. */
export interface Place {
  atMs: number;
  id: string;
}

const place = z.strictObject({ at: z.int(), id: hexId });

/** A place as text, for clients that only hand it back. */
export const cursorOf = ({ atMs: at, id }: Place): string =>
  Buffer.from(JSON.stringify({ at, id })).toString("base64url");

/** The `after` of a list that is in the order of times, newest first. */
export const after = z
  .string()
  .max(200)
  .transform((text, context): Place => {
    try {
      const { at: atMs, id } = place.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
      return { atMs, id };
    } catch {
      context.addIssue({ code: "custom", message: "is no place of this list: take it from the page before" });
      return z.NEVER;
    }
  })
  .nullish();
