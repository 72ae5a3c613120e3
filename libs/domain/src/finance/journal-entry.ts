import { DomainError } from "../errors/index.ts";
import { formatUnits, toUnits, type Units } from "./amount.ts";

/** Most lines of one entry. */
export const MAX_JOURNAL_LINES = 1_000;

export const JOURNAL_ENTRY_STATUSES = ["SAVED", "POSTED"] as const;
/** A draft, or final in the ledger. */
export type JournalEntryStatus = (typeof JOURNAL_ENTRY_STATUSES)[number];

export const JOURNAL_LINE_TYPES = ["DEBIT", "CREDIT"] as const;
export type JournalLineType = (typeof JOURNAL_LINE_TYPES)[number];

/** A line as the caller sends it; amounts pass `amountProblem`. */
export interface JournalLineInput {
  accountId: string;
  debit: number;
  credit: number;
  remark?: string | undefined;
}

/** A line with exact amounts. */
export interface JournalLine {
  accountId: string;
  type: JournalLineType;
  debit: Units;
  credit: Units;
  remark?: string;
}

/** What posting looks at. */
export interface PostableEntry {
  id: string;
  companyId: string;
  status: JournalEntryStatus;
  lines: readonly JournalLine[];
}

/**
 * Checks the lines of a new entry and makes their amounts exact. Each rule is checked over all lines before the next
 * (mcp-journal, Rules for `create_journal_entry`).
 *
 * @throws DomainError `INVALID_INPUT` with the specification's texts
 */
export function draftLines(lines: readonly JournalLineInput[]): JournalLine[] {
  if (lines.some(({ debit, credit }) => debit < 0 || credit < 0)) {
    throw new DomainError("INVALID_INPUT", "Transaction amounts cannot be negative");
  }
  if (lines.some(({ debit, credit }) => debit > 0 && credit > 0)) {
    throw new DomainError("INVALID_INPUT", "A transaction line cannot have both debit and credit");
  }
  const drafted = lines.map(({ accountId, debit, credit, remark }): JournalLine => ({
    accountId,
    type: debit > 0 ? "DEBIT" : "CREDIT",
    debit: toUnits(debit),
    credit: toUnits(credit),
    ...(remark === undefined ? {} : { remark }),
  }));
  assertBalanced(drafted);
  return drafted;
}

/** The exact sums of both sides. */
export function totalsOf(lines: readonly Pick<JournalLine, "debit" | "credit">[]): {
  debit: Units;
  credit: Units;
} {
  return lines.reduce(
    (sum, { debit, credit }) => ({ debit: sum.debit + debit, credit: sum.credit + credit }),
    {
      debit: 0n,
      credit: 0n,
    },
  );
}

function assertBalanced(lines: readonly JournalLine[]): void {
  const { debit, credit } = totalsOf(lines);
  if (debit !== credit) {
    throw new DomainError(
      "INVALID_INPUT",
      `Debits (${formatUnits(debit)}) must equal credits (${formatUnits(credit)})`,
    );
  }
}

/**
 * The tenant fence of reading and posting (mcp-journal, Rules for get and post).
 *
 * @throws DomainError `FORBIDDEN`
 */
export function assertSameCompany(entry: Pick<PostableEntry, "companyId">, companyId: string): void {
  if (entry.companyId !== companyId) {
    throw new DomainError("FORBIDDEN", "Access denied: entry does not belong to this company");
  }
}

/**
 * Decides whether an entry may be posted, in the contract's order: missing, fence, status, accounts, balance.
 *
 * @param id as the caller gave it, for the texts
 * @param entry `undefined` when there is none
 * @param accountIds the entry's accounts that exist in its company
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` or `INVALID_INPUT`
 */
export function assertPostable(
  id: string,
  entry: PostableEntry | undefined,
  companyId: string,
  accountIds: ReadonlySet<string>,
): asserts entry is PostableEntry {
  if (!entry) throw new DomainError("NOT_FOUND", `Journal entry ${id} not found`);
  assertSameCompany(entry, companyId);
  if (entry.status === "POSTED") throw new DomainError("CONFLICT", `Entry ${id} is already posted`);
  const unknown = entry.lines.find(({ accountId }) => !accountIds.has(accountId));
  if (unknown) throw new DomainError("NOT_FOUND", `Account ${unknown.accountId} not found`);
  assertBalanced(entry.lines);
}

/** The human reference of a company's nth entry: `JE-000001`. */
export function journalRef(number: number): string {
  return `JE-${String(number).padStart(6, "0")}`;
}
