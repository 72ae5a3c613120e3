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

/** Characters of an id. The value in an unchecked message may be longer. */
const ID_LENGTH = 24;

/** An id in the data of an unchecked CloudEvent, if it has one. */
function idIn({ data }: Pick<Delivery, "data">, field: "refId" | "companyId"): string | undefined {
  const id = (data as { data?: Record<string, unknown> } | null)?.data?.[field];
  return typeof id === "string" ? id.slice(0, ID_LENGTH).toLowerCase() : undefined;
}

/** The document that an unchecked message is about. */
export function refIdOf(delivery: Pick<Delivery, "data">): string | undefined {
  return idIn(delivery, "refId");
}

/** The company that an unchecked message is for. */
export function companyIdOf(delivery: Pick<Delivery, "data">): string | undefined {
  return idIn(delivery, "companyId");
}
