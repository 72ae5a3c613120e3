import type { Id } from "../approval/index.ts";
import { DomainError } from "../errors/index.ts";
import { type JournalLine, assertBalanced, unknownAccountIds } from "./journal.ts";

export const JOURNAL_STATUSES = ["SAVED", "POSTED"] as const;
/** `SAVED` is a draft, `POSTED` is final. */
export type JournalStatus = (typeof JOURNAL_STATUSES)[number];

/** What the rules of reading and posting look at. */
export interface PostableEntry {
  companyId: Id;
  status: JournalStatus;
  lines: readonly Pick<JournalLine, "accountId" | "debit" | "credit">[];
}

/**
 * The tenant fence of an entry (mcp-journal: "Rules for `get_journal_entry` and `post_journal_entry`").
 *
 * @throws DomainError `FORBIDDEN`
 */
export function assertOwnEntry(entry: Pick<PostableEntry, "companyId">, companyId: Id): void {
  if (entry.companyId !== companyId) {
    throw new DomainError("FORBIDDEN", "Access denied: entry does not belong to this company");
  }
}

/**
 * Refuses to post an entry, by the rules in the contract's order: missing, fence, status, accounts, balance.
 *
 * @param entry - as it is stored; undefined when there is none
 * @param request - `id` and `companyId` as the caller gave them, and the accounts that exist in the entry's company
 * @throws DomainError `NOT_FOUND` (entry or account), `FORBIDDEN`, `CONFLICT` (posted already), `INVALID_INPUT`
 */
export function assertEntryPostable<E extends PostableEntry>(
  entry: E | undefined,
  request: { id: string; companyId: Id; knownAccountIds: ReadonlySet<Id> },
): asserts entry is E {
  if (entry === undefined) {
    throw new DomainError("NOT_FOUND", `Journal entry ${request.id} not found`, { field: "id" });
  }
  assertOwnEntry(entry, request.companyId);
  if (entry.status === "POSTED") {
    throw new DomainError("CONFLICT", `Entry ${request.id} is already posted`, { field: "id" });
  }
  const [unknown] = unknownAccountIds(entry.lines, request.knownAccountIds);
  if (unknown !== undefined) {
    throw new DomainError("NOT_FOUND", `Account ${unknown} not found`);
  }
  assertBalanced(entry.lines);
}
