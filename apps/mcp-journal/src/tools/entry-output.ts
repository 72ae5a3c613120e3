import { toNumber } from "@countersign/domain/finance";
import type { JournalEntry } from "@countersign/finance";
import { z } from "zod";

/** A journal entry as the tools answer with it. Amounts are JSON numbers (`contract.md`, mcp-journal). */
export const entryOutput = z.object({
  _id: z.string(),
  ref: z.string(),
  type: z.string(),
  status: z.string().describe("SAVED is a draft, POSTED is final"),
  description: z.string(),
  documentDate: z.number().describe("Milliseconds since 1970"),
  companyId: z.string(),
  branchId: z.string().optional(),
  createdBy: z.string(),
  createdAt: z.string(),
  postedAt: z.string().optional(),
  transactions: z.array(
    z.object({
      accountId: z.string(),
      type: z.string().describe("DEBIT or CREDIT"),
      debit: z.number(),
      credit: z.number(),
      remark: z.string().optional(),
    }),
  ),
});

export function presentEntry({
  id,
  documentDate,
  createdAt,
  postedAt,
  lines,
  ...entry
}: JournalEntry): z.input<typeof entryOutput> {
  return {
    _id: id,
    ...entry,
    documentDate: documentDate.getTime(),
    createdAt: createdAt.toISOString(),
    ...(postedAt ? { postedAt: postedAt.toISOString() } : {}),
    transactions: lines.map(({ debit, credit, ...line }) => ({
      ...line,
      debit: toNumber(debit),
      credit: toNumber(credit),
    })),
  };
}
