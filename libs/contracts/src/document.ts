import { z } from "zod";
import { LIMITS, hexId, line, prose } from "./fields.ts";

/**
 * Who says what a document is about: the service that owns it (of an order: its record), or a person who started a run on
 * its id (contract-3, SAFE-11).
 */
export const statedBy = z.enum(["OWNER", "PERSON"]);
export type StatedBy = z.infer<typeof statedBy>;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Exact number as text: a JSON number would lose digits on its way. Neither an exponent nor `-0`. */
export const decimal = z
  .string()
  .regex(
    /^(?!-[0.]+$)(?!(?:\D?\d){16})-?(?:0|[1-9]\d*)(?:\.\d{1,6})?$/u,
    'must be a decimal number as text, such as "1250.5", of at most 15 digits, 6 of them behind the point',
  );

const MAX_DIGITS = 15;
const MAX_PLACES = 6;

/** A number as {@link decimal}, rounded to what that can hold. @param value - below 1e15 */
export function decimalText(value: number): string {
  const digits = String(Math.trunc(Math.abs(value))).length;
  return String(Number(value.toFixed(Math.min(MAX_PLACES, MAX_DIGITS - digits))));
}

/** ISO 4217 code, in capitals. */
export const currency = z
  .string()
  .refine((code) => CURRENCIES.has(code), "must be the code of a currency, such as EUR");

/**
 * Address of a page or file, for people to open; nothing here ever fetches it. Printable ASCII, so that it shows what it
 * opens; no backslash, which parsers read differently.
 */
const link = z
  .string()
  .max(LIMITS.link, `must have at most ${LIMITS.link} characters`)
  .regex(/^https:\/\/[!-[\]-~]+$/u, "must be an https:// address in printable ASCII characters")
  .refine(isBare, "must be a valid address without user name or password");

function isBare(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username === "" && url.password === "";
}

const money = z.strictObject({ amount: decimal, currency });

const FACT_KEY = /^[a-z][A-Za-z0-9]{0,39}$/u;

function factOf<const Type extends string, Value extends z.ZodType>(type: Type, value: Value) {
  return z.strictObject({
    key: z.string().regex(FACT_KEY, "must begin with a small letter and have at most 40 letters and digits"),
    label: line(LIMITS.factLabel),
    type: z.literal(type),
    value,
  });
}

const FACTS = [
  factOf("TEXT", prose(LIMITS.factText)),
  factOf("NUMBER", decimal),
  factOf("MONEY", money),
  factOf("DATE", z.iso.date("must be a date that exists, as YYYY-MM-DD")),
  factOf(
    "DATETIME",
    z.iso
      .datetime({ offset: true, error: "must be an RFC 3339 date-time" })
      .max(LIMITS.factText, `must have at most ${LIMITS.factText} characters`),
  ),
  factOf("BOOLEAN", z.boolean("must be true or false")),
  factOf("PERSON", hexId),
  factOf("LINK", link),
] as const;

export const FACT_TYPES = FACTS.map(({ shape }) => shape.type.value);

/** One thing to know about a document. The label and texts are kept as they are given, and escaped where they are shown. */
export const fact = z.discriminatedUnion("type", FACTS, {
  error: ({ code }) => (code === "invalid_union" ? `must be one of ${FACT_TYPES.join(", ")}` : undefined),
});
export type Fact = z.infer<typeof fact>;
export type FactType = Fact["type"];
export type FactValue = Fact["value"];

const facts = z
  .array(fact)
  .max(LIMITS.facts, `must have at most ${LIMITS.facts} items`)
  .superRefine((all, context) => {
    const keys = new Set<string>();
    for (const [index, { key }] of all.entries()) {
      if (keys.has(key)) {
        context.addIssue({
          code: "custom",
          path: [index, "key"],
          message: "must differ from the keys before",
        });
      }
      keys.add(key);
    }
  });

/**
 * What is approved (contract-2, DOC-2), as its owner describes it.
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
      /** Users who wrote it, and therefore never decide on it (contract-2, PPL-6). */
      editorIds: z.array(hexId).max(LIMITS.editors, `must have at most ${LIMITS.editors} items`).optional(),
    })
    .refine(({ amount, currency: code }) => amount === undefined || code !== undefined, {
      path: ["currency"],
      error: "is required with an amount",
    })
    .refine(
      (document) => Buffer.byteLength(JSON.stringify(document)) <= LIMITS.documentBytes,
      `must have at most ${LIMITS.documentBytes} bytes as JSON`,
    );
}

export const approvalDocument = documentSchema(line);
export type ApprovalDocument = z.output<typeof approvalDocument>;
