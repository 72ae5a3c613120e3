import { formatUnits, totalsOf } from "@countersign/domain/finance";
import type { Finance, JournalEntry } from "@countersign/finance";
import { z } from "zod";
import { actorOf } from "./actor.ts";
import { anyId } from "./fields.ts";
import { type AssertTenant, defineTool, type OnFailure, ToolFailure } from "./tool.ts";

const input = z.object({ id: anyId("The entry's id"), companyId: anyId("The company the entry belongs to") });
const output = z.object({ id: z.string(), ref: z.string(), status: z.literal("POSTED") });

/** Most lines shown in a confirmation: a person reads them. */
const MAX_LINES_SHOWN = 20;

/** `post_journal_entry`: makes a draft final and writes its ledger legs (mcp-journal, States and transitions). */
export function postJournalEntryTool(
  { journal }: Pick<Finance, "journal">,
  options: { assertTenant: AssertTenant; onFailure: OnFailure },
) {
  return defineTool({
    name: "post_journal_entry",
    title: "Post a journal entry",
    description:
      "Posts a saved journal entry to the ledger. This is irreversible: a posted entry cannot be edited, deleted or " +
      "un-posted. Call it only after you showed the entry to the user and the user confirmed.",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    input,
    output,
    onFailure: options.onFailure,
    async run({ id, companyId }, context) {
      options.assertTenant(companyId, context);
      if (context.confirm) {
        const entry = await journal.assertPostable(id, companyId);
        if (!(await context.confirm(questionOf(entry)))) {
          throw new ToolFailure(`Error: The user did not confirm. Entry ${id} was not posted`);
        }
      }
      const { ref } = await journal.post(id, companyId, actorOf(context, { id, companyId }));
      return {
        text: `Entry ${id} has been posted successfully.`,
        data: { id, ref, status: "POSTED" as const },
      };
    },
  });
}

function questionOf({ ref, description, lines }: JournalEntry): string {
  const { debit, credit } = totalsOf(lines);
  const shown = lines
    .slice(0, MAX_LINES_SHOWN)
    .map((line) =>
      [`${line.type} ${formatUnits(line.debit + line.credit)} on account ${line.accountId}`, line.remark]
        .filter(Boolean)
        .join(": "),
    );
  const hidden = lines.length - shown.length;
  return [
    `Post journal entry ${ref}? This cannot be undone.`,
    description,
    ...shown,
    ...(hidden > 0 ? [`and ${hidden} more lines`] : []),
    `Debits ${formatUnits(debit)}, credits ${formatUnits(credit)}`,
  ].join("\n");
}
