import { parseInput as parse } from "@countersign/service-kit";
import type { z } from "zod";

/**
 * Parses a caller's input by its schema.
 *
 * @throws DomainError `INVALID_INPUT` naming the first field at fault
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  return parse(schema, input, 1);
}
