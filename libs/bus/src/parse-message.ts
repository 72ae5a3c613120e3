import { ContractViolation, parseContract } from "@countersign/contracts";
import type { z } from "zod";
import type { Delivery } from "./bus.ts";
import { MalformedMessage } from "./bus.ts";

/**
 * Reads a delivered message by its contract.
 *
 * @throws MalformedMessage naming the fields at fault
 */
export function parseMessage<S extends z.ZodType>(schema: S, { data }: Pick<Delivery, "data">): z.output<S> {
  try {
    return parseContract(schema, data);
  } catch (error) {
    if (error instanceof ContractViolation) throw new MalformedMessage(error.message, { cause: error });
    throw error;
  }
}
