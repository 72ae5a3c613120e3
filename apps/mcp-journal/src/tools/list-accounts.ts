import { defineTool, type OnFailure } from "@countersign/mcp";
import type { ToolContext } from "./tool-context.ts";
import type { Finance } from "@countersign/finance";
import { z } from "zod";

/** Most accounts in one answer; the description asks agents to narrow the search. */
const MAX_ACCOUNTS = 500;

const input = z.object({
  keyword: z
    .string()
    .max(200)
    .optional()
    .describe("Part of the account's name, in any case. Without it: all accounts."),
});

const output = z.object({
  accounts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      number: z.string(),
      type: z.string().describe("The category's type"),
    }),
  ),
});

/**
 * `list_accounts`: the chart of accounts (mcp-journal, Tools).
 *
 * @param options.companyOf the company the list is limited to (tenant fence), or `undefined` for all
 */
export function listAccountsTool(
  { accounts }: Pick<Finance, "accounts">,
  options: { companyOf: (context: ToolContext) => string | undefined; onFailure: OnFailure },
) {
  return defineTool({
    name: "list_accounts",
    title: "List accounts",
    description:
      "Finds accounts in the chart of accounts by a part of their name. Use an account's id as accountId when you " +
      `create a journal entry. Answers with at most ${MAX_ACCOUNTS} accounts: narrow the keyword if yours is missing.`,
    annotations: { readOnlyHint: true, idempotentHint: true },
    input,
    output,
    onFailure: options.onFailure,
    async run({ keyword }, context: ToolContext) {
      const companyId = options.companyOf(context);
      // As it was typed or pasted; nothing but blanks asks for all (contract-3, FIX-7).
      const wantedText = keyword?.trim().normalize("NFC");
      const foundAccounts = await accounts.search({
        limit: MAX_ACCOUNTS,
        ...(wantedText ? { keyword: wantedText } : {}),
        ...(companyId === undefined ? {} : { companyId }),
      });
      return { text: JSON.stringify(foundAccounts), data: { accounts: foundAccounts } };
    },
  });
}
