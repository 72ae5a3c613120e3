import { hexId } from "@countersign/contracts";
import { type DescribedAnswer, jsonAnswer } from "@countersign/service-kit";
import { z } from "zod";

/** An id in an answer. */
export const shownId = z.string().regex(/^[0-9a-f]{24}$/u);

/** Path parameter of one record. */
export const recordParams = z.object({ id: hexId });

/** Schema of a page of records. */
export function pageOf<S extends z.ZodType>(record: S) {
  return z.object({ data: z.array(record), total: z.int() });
}

/** The body of every error. */
export const errorSchema = z.object({
  statusCode: z.int(),
  code: z.string(),
  error: z.string(),
  message: z.string(),
});

const REFUSALS = {
  400: "A field is wrong; the message names it.",
  401: "No or a bad credential.",
  403: "Not for this caller, or not before its approval.",
  404: "There is no such record in the caller's company.",
  409: "The record or its approval is in another state.",
  503: "The approval engine did not answer; nothing was changed.",
} as const;

/** The error answers of an operation, by status. */
export function errors(...statuses: (keyof typeof REFUSALS)[]): Record<number, DescribedAnswer> {
  return Object.fromEntries(statuses.map((status) => [status, jsonAnswer(REFUSALS[status], errorSchema)]));
}
