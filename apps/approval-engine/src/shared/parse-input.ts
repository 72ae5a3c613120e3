import { DomainError } from "@countersign/domain/errors";
import type { z } from "zod";

/**
 * Reads what a caller sent by its schema.
 *
 * @throws DomainError `INVALID_INPUT` naming the first field at fault
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.map(String).join(".") ?? "";
  const message = issue?.message ?? "is not acceptable";
  if (field === "") throw new DomainError("INVALID_INPUT", message);
  throw new DomainError("INVALID_INPUT", `${field}: ${message}`, { field });
}
