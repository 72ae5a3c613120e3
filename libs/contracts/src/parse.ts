import type { z } from "zod";

import { asSent } from "./as-sent.ts";

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

/** Why a field that nobody reads is refused. */
export const UNKNOWN_ARGUMENT = "unknown argument";
/** Why a value without a field is refused that it needs. */
export const MISSING = "is required";

/**
 * Reads a value by a schema of this package. Null for an optional field means that it is absent (contract-3, FIX-4).
 *
 * @throws ContractViolation naming the fields at fault, `maxFaults` at most
 */
export function parseContract<S extends z.ZodType>(
  schema: S,
  value: unknown,
  maxFaults: number = MAX_FAULTS,
): z.output<S> {
  const result = schema.safeParse(asSent(schema, value).value, { reportInput: true });
  if (result.success) return result.data;
  throw new ContractViolation(faultsOf(result.error).slice(0, maxFaults));
}

/**
 * The same for a request of a person or program that waits for the answer: fields that the schema does not know are
 * refused by name (contract-3, FIX-4). Kept messages are read by {@link parseContract}: a newer service may send more.
 *
 * @throws ContractViolation naming the fields at fault
 */
export function parseRequest<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { unknown, value: sentValue } = asSent(schema, value);
  const result = schema.safeParse(sentValue, { reportInput: true });
  if (result.success && unknown.length === 0) return result.data;
  const faults = [
    ...unknown.map((path) => ({ field: path.join("."), message: UNKNOWN_ARGUMENT })),
    ...(result.success ? [] : faultsOf(result.error)),
  ];
  throw new ContractViolation(faults.slice(0, MAX_FAULTS));
}

/** The faults that a schema found, one for each unknown field. */
function faultsOf({ issues }: z.ZodError): ContractFault[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ field: [...path, key].join("."), message: UNKNOWN_ARGUMENT }));
    }
    const isMissing = issue.code === "invalid_type" && issue.input === undefined;
    return [{ field: path.join("."), message: isMissing ? MISSING : issue.message }];
  });
}
