import { defineTool, type OnFailure } from "@countersign/mcp";
import type { AssertTenant, ToolContext } from "./tool-context.ts";
import { asSent } from "@countersign/contracts";
import { documentDateProblem } from "@countersign/domain/document-date";
import { MAX_JOURNAL_LINES, amountProblem } from "@countersign/domain/finance";
import { DomainError } from "@countersign/domain/errors";
import { escapeHidden } from "@countersign/domain/text";
import type { Finance } from "@countersign/finance";
import { z } from "zod";
import { actorOf } from "./actor.ts";
import { objectId } from "./fields.ts";

/** The range of a JavaScript date. */
const MAX_DATE_MS = 8_640_000_000_000_000;

/** Negative amounts pass here although `minimum: 0` is advertised: the rule has a text of its own (`contract.md`). */
const amount = (description: string) =>
  z
    .number()
    .superRefine((value, context) => {
      const problem = amountProblem(value);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    })
    .meta({ minimum: 0, description });

const line = z.object({
  accountId: objectId("Account id, from list_accounts"),
  debit: amount("Amount debited; 0 on a credit line"),
  credit: amount("Amount credited; 0 on a debit line"),
  remark: z.string().max(500).optional(),
});

const input = z.object({
  description: z.string().max(2_000).describe("What the entry is for"),
  documentDate: z
    .number()
    .min(-MAX_DATE_MS)
    .max(MAX_DATE_MS)
    .optional()
    .describe("Date of the entry in milliseconds since 1970; default now"),
  companyId: objectId("Company the entry is written to"),
  branchId: objectId("Branch of the company").optional(),
  createdBy: objectId("User on whose behalf the entry is created"),
  transactions: z.array(line).min(2).max(MAX_JOURNAL_LINES).describe("Lines; debits must equal credits"),
});

const output = z.object({
  id: z.string().optional(),
  ref: z.string().optional(),
  status: z.string().optional().describe("SAVED; a repeated idempotency key may find the entry POSTED"),
  dryRun: z.boolean(),
  repeated: z.boolean().describe("The idempotency key was used before: this is that entry"),
  unknownAccountIds: z.array(z.string()).readonly(),
});

/** The `_meta` fields that an agent may send; the advertised schema of the arguments stays the specification's. */
const request = z.object({
  _meta: z.object({
    idempotencyKey: z.string().min(1).max(200).optional(),
    dryRun: z.boolean().default(false),
  }),
});

/** `create_journal_entry`: drafts a balanced entry (mcp-journal, Rules for `create_journal_entry`). */
export function createJournalEntryTool(
  { journal }: Pick<Finance, "journal">,
  options: { assertTenant: AssertTenant; onFailure: OnFailure },
) {
  return defineTool({
    name: "create_journal_entry",
    title: "Create a journal entry",
    description:
      "Creates a draft (SAVED) double-entry journal entry with at least two lines; total debits must equal total " +
      "credits. After creating it, show the entry to the user and ask for confirmation before posting it with " +
      "post_journal_entry. To retry safely send _meta.idempotencyKey; to check only, send _meta.dryRun: true.",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    input,
    output,
    onFailure: options.onFailure,
    async run({ transactions, documentDate, ...entry }, context: ToolContext) {
      const { idempotencyKey, dryRun } = request.parse(asSent(request, { _meta: context.meta }).value)._meta;
      if (documentDate !== undefined) assertDocumentDate(documentDate);
      options.assertTenant(entry.companyId, context);
      const draft = {
        ...entry,
        ...(documentDate === undefined ? {} : { documentDate: new Date(documentDate) }),
        lines: transactions,
      };
      if (dryRun) {
        const { unknownAccountIds } = await journal.check(draft);
        const text = [
          "The entry is valid. Nothing was written (dry run).",
          ...warningsOf(unknownAccountIds),
        ].join("\n");
        return { text, data: { dryRun: true, repeated: false, unknownAccountIds } };
      }
      const {
        entry: createdEntry,
        repeated,
        unknownAccountIds,
      } = await journal
        .create(draft, actorOf(context, { ...entry, documentDate, transactions }), idempotencyKey)
        .catch(nameKey);
      const { id, ref, status } = createdEntry;
      const text = [
        `Journal entry ${ref} ${repeated ? "was created before with this idempotency key" : "created"}.`,
        `ID: ${id}`,
        `Status: ${status}`,
        `Date: ${createdEntry.documentDate.toISOString().slice(0, "YYYY-MM-DD".length)}`,
        `Description: ${escapeHidden(entry.description)}`,
        ...warningsOf(unknownAccountIds),
        "Show this entry to the user and ask for confirmation before posting it.",
      ].join("\n");
      return { text, data: { id, ref, status, dryRun: false, repeated, unknownAccountIds } };
    },
  });
}

/** @throws ZodError */
function assertDocumentDate(ms: number): void {
  const message = documentDateProblem(ms, new Date());
  if (message === undefined) return;
  throw new z.ZodError([{ code: "custom", path: ["documentDate"], message, input: ms }]);
}

/** Finance knows request ids; agents know the key that they sent. */
function nameKey(error: unknown): never {
  if (!(error instanceof DomainError && error.code === "REQUEST_ID_REUSED")) throw error;
  throw new DomainError(error.code, "The idempotency key was used before with other content");
}

function warningsOf(unknownAccountIds: readonly string[]): string[] {
  if (unknownAccountIds.length === 0) return [];
  return [
    `Warning: no such account in this company, posting will fail: ${unknownAccountIds.slice(0, 20).join(", ")}` +
      (unknownAccountIds.length > 20 ? ` and ${unknownAccountIds.length - 20} more` : ""),
  ];
}
