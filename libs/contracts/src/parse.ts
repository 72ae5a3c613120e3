import type { z } from "zod";

/** One fault of a message or request. */
export interface ContractFault {
  /** Path of the field at fault, such as `data.dynamicStages.0.order`; empty for the whole value. */
  readonly field: string;
  readonly message: string;
}

/** A value that breaks the contract. The message names every field at fault (the first ten of them). */
export class ContractViolation extends Error {
  override readonly name = "ContractViolation";
  readonly faults: readonly ContractFault[];

  constructor(faults: readonly ContractFault[]) {
    super(faults.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; "));
    this.faults = faults;
  }
}

const MAX_FAULTS = 10;

/**
 * Reads a value by a schema of this package.
 *
 * @throws ContractViolation naming the fields at fault, `maxFaults` at most
 */
export function parseContract<S extends z.ZodType>(
  schema: S,
  value: unknown,
  maxFaults: number = MAX_FAULTS,
): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw new ContractViolation(
    result.error.issues.slice(0, maxFaults).map((issue) => ({
      field: issue.path.map(String).join("."),
      message: issue.code === "invalid_type" && issue.input === undefined ? "is required" : issue.message,
    })),
  );
}
