import { z } from "zod";

/** The one that is given of several, or a fault that names them. */
export function theOne<T>(
  named: readonly (T | undefined)[],
  fields: string,
  input: unknown,
  context: z.core.$RefinementCtx,
): T {
  const given = named.filter((one) => one !== undefined);
  if (given.length === 1 && given[0] !== undefined) return given[0];
  context.addIssue({ code: "custom", input, message: `must have exactly one of ${fields}` });
  return z.NEVER;
}
