import { DomainError } from "@countersign/domain/errors";
import { type Text, text } from "@countersign/texts";
import type { z } from "zod";

/** The schema of an input; its fields narrow what is read. */
type Input = Pick<z.ZodObject, "shape">;

/** The advice for the caller of a read that took too long. */
interface Advice {
  text: Text;
  /** Path of the input field to change. */
  field: string;
}

/**
 * Reads with advice of its own.
 *
 * @throws DomainError `QUERY_TOO_SLOW` with the advice, for a read that took too long (contract-3, OPS-7)
 */
export async function readWithAdvice<T>({ text: advice, field }: Advice, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DomainError) || error.text?.code !== "input.readTooLong") throw error;
    throw new DomainError(error.code, advice, { field, cause: error });
  }
}

/** The same for each part of a page, which is read when it is asked for. */
export function pageAdvised<P extends object>(advice: Advice, page: P): P {
  const parts = Object.entries(page as Record<string, () => Promise<unknown>>);
  return Object.fromEntries(parts.map(([name, read]) => [name, () => readWithAdvice(advice, read)])) as P;
}

/** Advises to narrow a read by the fields of its input. */
function fieldsOf({ shape }: Input): Advice {
  const fields = Object.keys(shape).filter((name) => name !== "take");
  return { text: text("input.narrowBy", { fields: fields.join(", ") }), field: "input" };
}

/** Reads what an input asks for. @throws DomainError `QUERY_TOO_SLOW` that names the input's fields (OPS-7) */
export const narrowedBy = <T>(input: Input, read: () => Promise<T>): Promise<T> =>
  readWithAdvice(fieldsOf(input), read);

/** The same for each part of a page. */
export const pageNarrowedBy = <P extends object>(input: Input, page: P): P =>
  pageAdvised(fieldsOf(input), page);
