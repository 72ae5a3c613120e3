import { CURRENCIES } from "@countersign/domain/money";
import { z } from "zod";
import { LIMITS, normalizeText, alikeLabel, hexId, line, prose } from "./fields.ts";

const CURRENCY_CODES: ReadonlySet<string> = new Set(CURRENCIES);

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
  .refine((code) => CURRENCY_CODES.has(code), "must be the code of a currency, such as EUR");

/**
 * Address of a page or file, for people to open; nothing here ever fetches it. Printable ASCII, so that it shows what it
 * opens; no backslash, which parsers read differently.
 */
export const link = z
  .string()
  .max(LIMITS.link, `must have at most ${LIMITS.link} characters`)
  .regex(/^https:\/\/[!-[\]-~]+$/u, "must be an https:// address in printable ASCII characters")
  .refine(isBare, "must be a valid address without user name or password");

function isBare(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username === "" && url.password === "";
}

const money = z.strictObject({ amount: decimal, currency });

/** Name of a fact, a table or a column for programs. */
export const KEY = z
  .string()
  .regex(
    /^[a-z][A-Za-z0-9]{0,39}$/u,
    "must begin with a small letter and have at most 40 letters and digits",
  );

function factOf<const Type extends string, Value extends z.ZodType>(type: Type, value: Value) {
  return z.strictObject({
    key: KEY,
    label: alikeLabel(line(LIMITS.factLabel)),
    type: z.literal(type),
    value,
  });
}

const FACTS = [
  factOf("TEXT", normalizeText(prose(LIMITS.factText))),
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

/** One thing to know about a document. Label and text are kept in NFC, and escaped where they are shown. */
export const fact = z.discriminatedUnion("type", FACTS, {
  error: ({ code }) => (code === "invalid_union" ? `must be one of ${FACT_TYPES.join(", ")}` : undefined),
});
export type Fact = z.infer<typeof fact>;
export type FactType = Fact["type"];
export type FactValue = Fact["value"];
