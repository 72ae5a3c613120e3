import { ContractViolation, parseContract } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import type { z } from "zod";

/**
 * Reads a caller's input by its schema.
 *
 * @param maxFaults - how many fields at fault are named. Default: as in `ContractViolation`
 * @throws DomainError `INVALID_INPUT` whose message names the fields at fault
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown, maxFaults?: number): z.output<S> {
  try {
    return parseContract(schema, input, maxFaults);
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    const field = error.faults[0]?.field;
    throw new DomainError("INVALID_INPUT", error.message, field ? { field, cause: error } : { cause: error });
  }
}
