import { ContractViolation, MISSING, parseContract, parseRequest } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { type Text, text } from "@countersign/texts";
import type { z } from "zod";

/**
 * Reads a caller's input by its schema.
 *
 * @param maxFaults - how many fields at fault are named. Default: as in `ContractViolation`
 * @throws DomainError `INVALID_INPUT` whose message names the fields at fault
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown, maxFaults?: number): z.output<S> {
  return orRefuse(() => parseContract(schema, input, maxFaults));
}

/**
 * The same, where a field that nobody reads is a fault too (contract-3, FIX-4).
 *
 * @throws DomainError `INVALID_INPUT` whose message names the fields at fault
 */
export const parseKnownInput = <S extends z.ZodType>(schema: S, input: unknown): z.output<S> =>
  orRefuse(() => parseRequest(schema, input));

function orRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    const field = error.faults[0]?.field;
    throw new DomainError("INVALID_INPUT", textOf(error), field ? { field, cause: error } : { cause: error });
  }
}

/** The text of one fault of a field; several, and one of the whole input, have only their English message. */
function textOf({ faults, message }: ContractViolation): Text | string {
  const [fault, ...otherFaults] = faults;
  if (fault === undefined || fault.field === "" || otherFaults.length > 0) return message;
  const { field } = fault;
  return fault.message === MISSING
    ? text("input.missing", { field })
    : text("input.invalid", { field, fault: fault.message });
}
