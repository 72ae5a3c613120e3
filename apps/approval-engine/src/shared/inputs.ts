import { LIMITS, documentSchema, hexId, line } from "@countersign/contracts";
import { asLabel } from "@countersign/service-kit";
import { z } from "zod";

// GraphQL clients send null for what they leave out. `optional` reads it as absent; `clearable` hands it on, and an
// update then removes the field.
export function optional<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined);
}
export function clearable<S extends z.ZodType>(schema: S) {
  return schema.nullish();
}

/** A name, a reference or a title: one line without hidden characters (SAFE-7). */
export function label(maxLength: number) {
  return asLabel(line(maxLength));
}

/** The reference of a document or a record. */
export const optionalRef = optional(label(LIMITS.ref));
export const optionalRequestId = optional(line(LIMITS.requestId));

/** Levels of objects and lists in a document: itself, a list, a fact, its value. */
const DOCUMENT_LEVELS = 4;
/** What is approved (contract-2, DOC-2). */
export const approvalDocument = z.preprocess(
  // Services send none.
  (given) => (hasNull(given, DOCUMENT_LEVELS) ? withoutNulls(given, DOCUMENT_LEVELS) : given),
  documentSchema(label),
);
export const optionalDocument = optional(approvalDocument);

/** Whether a field of the value is null, down to a level. */
function hasNull(value: unknown, levels: number): boolean {
  if (value === null) return true;
  if (levels === 0 || typeof value !== "object") return false;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) if (hasNull(part, levels - 1)) return true;
  return false;
}

/** The value without the fields that are null, down to a level. */
export function withoutNulls(value: unknown, levels: number): unknown {
  if (levels === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, levels - 1));
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(fields.map(([key, field]) => [key, withoutNulls(field, levels - 1)]));
}
/** Latest moment that a date can hold, in milliseconds since 1970. */
const MAX_DATE_MS = 8.64e15;
/** The document fields that every create and update may name. */
export const documentFields = {
  documentCode: clearable(label(LIMITS.ref)),
  /** Milliseconds since 1970. */
  documentDate: optional(
    z
      .int("must be whole milliseconds")
      .min(0)
      .max(MAX_DATE_MS)
      .transform((ms) => new Date(ms)),
  ),
};

/** One bare id argument. */
export function idInput(field: string) {
  return z.preprocess(
    (id) => ({ [field]: id }),
    z.object({ [field]: hexId }).transform((read) => read[field] as string),
  );
}
