import { z } from "zod";
import { currency, decimal, fact, link } from "./fact.ts";
import { LIMITS, hexId, line } from "./fields.ts";
import { refuseRepeated } from "./refuse-repeated.ts";
import { tables } from "./table.ts";

/**
 * The author of a document's description: the service that owns it (for an order: its record), or a person who started
 * a run on its id (contract-3, SAFE-11).
 */
export const statedBy = z.enum(["OWNER", "PERSON"]);
export type StatedBy = z.infer<typeof statedBy>;

const facts = z
  .array(fact)
  .max(LIMITS.facts, `must have at most ${LIMITS.facts} items`)
  .superRefine((all, context) => refuseRepeated(all, [], context));

/**
 * The document to approve (contract-2, DOC-2), as its owner describes it.
 *
 * @param label - schema of titles and names; the engine's own refuses hidden characters besides (SAFE-7)
 */
export function documentSchema(label: (maxLength: number) => z.ZodString) {
  const attachment = z.strictObject({
    name: label(LIMITS.name),
    url: link,
    /** Hash of the file's bytes. */
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/u, "must be 64 hexadecimal characters")
      .transform((hash) => hash.toLowerCase())
      .optional(),
  });
  return z
    .strictObject({
      title: label(LIMITS.documentTitle).optional(),
      amount: decimal.optional(),
      currency: currency.optional(),
      /** Where the owner shows the document. */
      url: link.optional(),
      facts: facts.optional(),
      attachments: z
        .array(attachment)
        .max(LIMITS.attachments, `must have at most ${LIMITS.attachments} items`)
        .optional(),
      /** Tables with more rows than facts hold; clients read them by page. */
      tables: tables.optional(),
      /** Users who wrote it, and therefore never decide on it (contract-2, PPL-6). */
      editorIds: z.array(hexId).max(LIMITS.editors, `must have at most ${LIMITS.editors} items`).optional(),
    })
    .refine(({ amount, currency: code }) => amount === undefined || code !== undefined, {
      path: ["currency"],
      error: "is required with an amount",
    })
    .refine(
      ({ tables: _apart, ...document }) =>
        Buffer.byteLength(JSON.stringify(document)) <= LIMITS.documentBytes,
      `must have at most ${LIMITS.documentBytes} bytes as JSON`,
    );
}

export const approvalDocument = documentSchema(line);
export type ApprovalDocument = z.output<typeof approvalDocument>;
