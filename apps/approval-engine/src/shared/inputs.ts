import { LIMITS, documentSchema, hexId, line } from "@countersign/contracts";
import type { Duration } from "@countersign/domain/calendar";
import { defined } from "@countersign/domain/defined";
import { documentDateProblem } from "@countersign/domain/document-date";
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

type Shape = Readonly<Record<string, z.ZodType>>;

/** Fields, each of them {@link optional}. */
export function eachOptional<S extends Shape>(fields: S) {
  const entries = Object.entries(fields).map(([name, schema]) => [name, optional(schema)]);
  return Object.fromEntries(entries) as { [Field in keyof S]: ReturnType<typeof optional<S[Field]>> };
}
/** Fields, each of them {@link clearable}. */
export function eachClearable<S extends Shape>(fields: S) {
  const entries = Object.entries(fields).map(([name, schema]) => [name, clearable(schema)]);
  return Object.fromEntries(entries) as { [Field in keyof S]: ReturnType<typeof clearable<S[Field]>> };
}

/** A name, a reference or a title: one line without hidden characters (SAFE-7). */
export function label(maxLength: number) {
  return asLabel(line(maxLength));
}

/** The reference of a document or a record. */
export const optionalRef = optional(label(LIMITS.ref));
export const optionalRequestId = optional(line(LIMITS.requestId));

/** The document under approval (contract-2, DOC-2). GraphQL sends null for absent values. */
export const approvalDocument = z.unknown().pipe(documentSchema(label));
export const optionalDocument = optional(approvalDocument);

/** A duration; `assertDuration` judges its unit and its length (contract-3, TIME-2). */
export const durationInput = z
  .strictObject({
    businessDays: optional(z.number()),
    businessHours: optional(z.number()),
    hours: optional(z.number()),
  })
  .transform((duration) => defined<Partial<Duration>>(duration) as Duration);

/** The document fields that every create and update may name. */
export const documentFields = {
  documentCode: clearable(label(LIMITS.ref)),
  /** Milliseconds since 1970. */
  documentDate: optional(
    z
      .int("must be whole milliseconds")
      .superRefine((ms, context) => {
        const message = documentDateProblem(ms, new Date());
        if (message !== undefined) context.addIssue({ code: "custom", message });
      })
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
