import { type KindRegistry, LIMITS, currency, decimal, hexId, knownKind, line } from "@countersign/contracts";
import { z } from "zod";

import { DOCUMENT_STATES } from "../runs/index.ts";
import { TAKE_DEFAULT, TAKE_MAX, keyword } from "../shared/page-inputs.ts";
import { after } from "../shared/place.ts";

/** Most documents on a page of documentSearch. */
const DOCUMENTS_MAX = 50;
const KINDS_MAX = 20;

const takeUpTo = (most: number) =>
  z
    .int()
    .min(1, "must be at least 1")
    .max(most, `must be at most ${most}`)
    .nullish()
    .transform((take) => take ?? TAKE_DEFAULT);
const optional = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value) => value ?? undefined);

const kindsOf = (registry: KindRegistry) =>
  z.array(knownKind(registry)).max(KINDS_MAX, `must have at most ${KINDS_MAX} items`);

/** `documentSearch`. */
export function documentSearchInput(registry: KindRegistry) {
  return z.strictObject({
    after: optional(after),
    take: takeUpTo(DOCUMENTS_MAX),
    text: optional(keyword),
    number: optional(line(LIMITS.ref)),
    personId: optional(hexId),
    kinds: optional(kindsOf(registry)),
    states: optional(z.array(z.enum(DOCUMENT_STATES)).max(DOCUMENT_STATES.length)),
    amountFrom: optional(decimal),
    amountTo: optional(decimal),
    currency: optional(currency),
    submittedFrom: optional(z.date()),
    submittedUntil: optional(z.date()),
    decidedByMe: optional(z.boolean()),
    submittedByMe: optional(z.boolean()),
  });
}
export type DocumentSearch = z.output<ReturnType<typeof documentSearchInput>>;

/** The lists of a submitter. */
export const SUBMISSION_TABS = ["NEEDS_YOU", "IN_PROGRESS", "DONE"] as const;
export type SubmissionTab = (typeof SUBMISSION_TABS)[number];

/** `mySubmissions`. */
export const mySubmissionsInput = z.strictObject({
  after: optional(after),
  take: takeUpTo(TAKE_MAX),
  tab: z
    .enum(SUBMISSION_TABS)
    .nullish()
    .transform((tab) => tab ?? "IN_PROGRESS"),
  text: optional(keyword),
});
export type MySubmissions = z.output<typeof mySubmissionsInput>;

/** `decidedPage`. */
export function decidedPageInput(registry: KindRegistry) {
  return z.strictObject({
    after: optional(after),
    take: takeUpTo(TAKE_MAX),
    text: optional(keyword),
    kinds: optional(kindsOf(registry)),
    status: optional(z.enum(["APPROVED", "REJECTED"], "must be APPROVED or REJECTED")),
    from: optional(z.date()),
    until: optional(z.date()),
  });
}
export type DecidedPage = z.output<ReturnType<typeof decidedPageInput>>;
