import { LIMITS, prose } from "@countersign/contracts";
import { z } from "zod";

/** A calendar day, `2027-03-01`. */
const day = z.iso.date("must be a date such as 2027-03-01");

const leaveDetails = z
  .strictObject({ from: day, to: day, reason: prose(LIMITS.remark).optional() })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "must not be before `from`" });

/**
 * The kinds of document of this service: everything that tells one from another. A further kind is a further entry.
 */
export const DOCUMENT_KINDS = {
  Leave: {
    collection: "leaves",
    /** Path segment of its REST resource. */
    path: "leaves",
    /** What its references begin with: `LV-000001`. */
    refPrefix: "LV",
    noun: "leave",
    details: leaveDetails,
  },
} as const;

export type DocumentKind = keyof typeof DOCUMENT_KINDS;

/** What a document is about, by its kind's own schema. */
export type DocumentDetails = z.output<(typeof DOCUMENT_KINDS)[DocumentKind]["details"]>;

/** Whether this service keeps documents of the kind. */
export function isDocumentKind(kind: string): kind is DocumentKind {
  return Object.hasOwn(DOCUMENT_KINDS, kind);
}
