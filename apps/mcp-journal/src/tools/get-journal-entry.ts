import { defineTool, type OnFailure, ToolFailure } from "@countersign/mcp";
import type { AssertTenant, ToolContext } from "./tool-context.ts";
import type { Finance } from "@countersign/finance";
import { entryOutput, presentEntry } from "./entry-output.ts";
import { entryInput } from "./fields.ts";

/** `get_journal_entry`: one entry, fenced by company (mcp-journal, Rules for get and post). */
export function getJournalEntryTool(
  { journal }: Pick<Finance, "journal">,
  options: { assertTenant: AssertTenant; onFailure: OnFailure },
) {
  return defineTool({
    name: "get_journal_entry",
    title: "Get a journal entry",
    description: "Shows a journal entry with its lines and its status. Changes nothing.",
    annotations: { readOnlyHint: true, idempotentHint: true },
    input: entryInput,
    output: entryOutput,
    onFailure: options.onFailure,
    async run({ id, companyId }, context: ToolContext) {
      options.assertTenant(companyId, context);
      const entry = await journal.find(id, companyId);
      if (!entry) throw new ToolFailure(`Entry ${id} not found.`);
      const data = presentEntry(entry);
      return { text: JSON.stringify(data), data };
    },
  });
}
