import { z } from "zod";

/** The one that is given of several, or a fault that names them. */
export function theOne<T>(
  possibleParts: readonly (T | undefined)[],
  fields: string,
  input: unknown,
  context: z.core.$RefinementCtx,
): T {
  const givenParts = possibleParts.filter((part) => part !== undefined);
  if (givenParts.length === 1 && givenParts[0] !== undefined) return givenParts[0];
  context.addIssue({ code: "custom", input, message: `must have exactly one of ${fields}` });
  return z.NEVER;
}
