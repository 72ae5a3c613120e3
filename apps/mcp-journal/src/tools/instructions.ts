import type { Principal } from "@countersign/auth";
import { formatUnits } from "@countersign/domain/finance";
import { shownOnOneLine } from "@countersign/domain/text";
import type { McpJournalConfig } from "../config.ts";

const USE =
  "Double-entry journal entries. Find accounts with list_accounts, draft with create_journal_entry, show the draft " +
  "to the user, and call post_journal_entry only after the user confirmed: posting cannot be undone.";

/** Most characters of a user's name, which the issuer of tokens chooses. */
const NAME_MAX = 100;

/** The books that the tools write. */
export interface Books {
  /** ISO 4217 code; unset where the operator names none. */
  currency: string | undefined;
  postApproval: McpJournalConfig["postApproval"];
}

/**
 * The use of the tools for one user (contract-3, MCP-5): whose books they are, so that nobody teaches ids to an agent by
 * hand. Every revision of the protocol gives agents the same.
 */
export function instructionsFor(
  { companyId, userId, name = "" }: Pick<Principal, "companyId" | "userId" | "name">,
  { currency, postApproval }: Books,
): string {
  const user = shownOnOneLine(name, NAME_MAX);
  return [
    USE,
    `You act for ${user === "" ? "the user" : user}: companyId is ${companyId}, createdBy is ${userId}.`,
    ...(currency === undefined ? [] : [`Amounts are in ${currency}.`]),
    ...(postApproval === "off" ? [] : [approvalOf(postApproval, currency)]),
  ].join(" ");
}

function approvalOf(limit: Exclude<Books["postApproval"], "off">, currency: string | undefined): string {
  if (limit === "always") return "Every entry needs approval before it is posted.";
  const amount = formatUnits(limit);
  return `Entries above ${currency === undefined ? amount : `${currency} ${amount}`} need approval before they are posted.`;
}
