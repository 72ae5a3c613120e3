import { z } from "zod";
import { FACT_TYPES, KEY, currency, decimal, link } from "./fact.ts";
import { LIMITS, normalizeText, alikeLabel, hexId, line, prose } from "./fields.ts";
import { refuseRepeated } from "./refuse-repeated.ts";

/** How a cell of each type is written; an empty one says nothing. */
const CELLS: Readonly<Record<(typeof FACT_TYPES)[number], z.ZodType>> = {
  TEXT: prose(LIMITS.cellText),
  NUMBER: decimal,
  MONEY: z.string().refine(isMoney, 'must be an amount and its currency, such as "12.50 EUR"'),
  DATE: z.iso.date("must be a date that exists, as YYYY-MM-DD"),
  DATETIME: z.iso.datetime({ offset: true, error: "must be an RFC 3339 date-time" }),
  BOOLEAN: z.enum(["true", "false"]),
  PERSON: hexId,
  LINK: link,
};

function isMoney(text: string): boolean {
  const [amount, code, ...otherWords] = text.split(" ");
  return otherWords.length === 0 && decimal.safeParse(amount).success && currency.safeParse(code).success;
}

const column = z.strictObject({
  key: KEY,
  label: alikeLabel(line(LIMITS.factLabel)),
  type: z.enum(FACT_TYPES),
});

/** Rows and columns that belong to a document (contract-3, DOC-6). Cells are text in NFC. */
const table = z
  .strictObject({
    key: KEY,
    label: alikeLabel(line(LIMITS.factLabel)),
    columns: z
      .array(column)
      .min(1, "must have at least 1 item")
      .max(LIMITS.tableColumns, `must have at most ${LIMITS.tableColumns} items`),
    rows: z
      .array(z.array(normalizeText(z.string("must be text"))))
      .max(LIMITS.tableRows, `must have at most ${LIMITS.tableRows} items`),
  })
  .superRefine(({ columns, rows }, context) => {
    refuseRepeated(columns, ["columns"], context);
    for (const [at, row] of rows.entries()) {
      if (row.length !== columns.length) {
        const message = `must have a text for each of the ${columns.length} columns`;
        context.addIssue({ code: "custom", path: ["rows", at], message });
        return;
      }
      for (const [place, cell] of row.entries()) {
        const fault = cell === "" ? undefined : CELLS[columns[place]!.type].safeParse(cell).error;
        if (fault === undefined) continue;
        const message = fault.issues[0]!.message;
        context.addIssue({ code: "custom", path: ["rows", at, place], message });
        return;
      }
    }
  });
export type DocumentTable = z.infer<typeof table>;

export const tables = z
  .array(table)
  .max(LIMITS.tables, `must have at most ${LIMITS.tables} items`)
  .superRefine((all, context) => refuseRepeated(all, [], context))
  .refine(
    (all) => Buffer.byteLength(JSON.stringify(all)) <= LIMITS.tableBytes,
    `must have at most ${LIMITS.tableBytes} bytes as JSON`,
  );
