import { formatUnits, totalsOf } from "@countersign/domain/finance";
import type { Finance, Journal } from "@countersign/finance";
import { shownOnOneLine } from "@countersign/domain/text";
import { z } from "zod";
import { actorOf } from "./actor.ts";
import { entryInput } from "./fields.ts";
import { type AssertTenant, defineTool, type OnFailure, ToolFailure } from "./tool.ts";

const output = z.object({ id: z.string(), ref: z.string(), status: z.literal("POSTED") });

/** Most lines shown in a confirmation: a person reads them. */
const MAX_LINES_SHOWN = 20;
/** Most characters shown of each text that the agent wrote. */
const MAX_TEXT_SHOWN = 200;

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
    // Final, but a second call changes nothing: it is refused.
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    input: entryInput,
    output,
    onFailure: options.onFailure,
    async run({ id, companyId }, context) {
      options.assertTenant(companyId, context);
      if (context.confirm) {
        const preview = await journal.preview(id, companyId);
        if (!(await context.confirm(questionOf(preview)))) {
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

function questionOf({ entry, accounts }: Awaited<ReturnType<Journal["preview"]>>): string {
  const { ref, description, lines } = entry;
  const { debit, credit } = totalsOf(lines);
  const shown = lines.slice(0, MAX_LINES_SHOWN).map(({ accountId, type, remark, ...line }) => {
    const { number, name } = accounts.get(accountId)!;
    const about = `${type} ${formatUnits(line.debit + line.credit)} on ${plain(number)} ${plain(name)}`;
    return remark ? `${about}: ${plain(remark)}` : about;
  });
  const hidden = lines.length - shown.length;
  return [
    `Post journal entry ${ref}? This cannot be undone.`,
    plain(description),
    ...shown,
    ...(hidden > 0 ? [`and ${hidden} more lines`] : []),
    `Debits ${formatUnits(debit)}, credits ${formatUnits(credit)}`,
  ].join("\n");
}

/** Keeps an agent's text from looking like a part of the question or hiding one. */
function plain(text: string): string {
  return shownOnOneLine(text, MAX_TEXT_SHOWN);
}
