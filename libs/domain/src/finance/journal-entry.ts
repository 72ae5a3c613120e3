import type { Id } from "../approval/index.ts";
import { defined } from "../defined.ts";
import { DomainError } from "../errors/index.ts";
import { type Units, formatUnits, readAmount } from "./amount.ts";

/** Fewest lines of one entry: a single leg cannot balance. */
const MIN_JOURNAL_LINES = 2;
/** Most lines of one entry. */
export const MAX_JOURNAL_LINES = 1_000;

export const JOURNAL_ENTRY_STATUSES = ["SAVED", "POSTED"] as const;
/** A draft, or final in the ledger. */
export type JournalEntryStatus = (typeof JOURNAL_ENTRY_STATUSES)[number];

export const JOURNAL_LINE_TYPES = ["DEBIT", "CREDIT"] as const;
export type JournalLineType = (typeof JOURNAL_LINE_TYPES)[number];

/** A line as the caller sends it. */
export interface JournalLineInput {
  accountId: Id;
  debit: number;
  credit: number;
  remark?: string | undefined;
}

/** A line with exact amounts. */
export interface JournalLine {
  accountId: Id;
  type: JournalLineType;
  debit: Units;
  credit: Units;
  remark?: string;
}

/** The fields that reading and posting check. */
export interface PostableEntry {
  companyId: Id;
  status: JournalEntryStatus;
  lines: readonly Pick<JournalLine, "accountId" | "debit" | "credit">[];
}

/**
 * Checks the lines of a new entry and makes their amounts exact: first the bounds of the argument schema, then the rules
 * in their order, each over all lines before the next (mcp-journal, Rules for `create_journal_entry`).
 *
 * @throws DomainError `INVALID_INPUT` with the specification's texts
 */
export function draftLines(inputs: readonly JournalLineInput[]): JournalLine[] {
  if (inputs.length < MIN_JOURNAL_LINES || inputs.length > MAX_JOURNAL_LINES) {
    throw invalid(
      "transactions",
      `A journal entry must have ${MIN_JOURNAL_LINES} to ${MAX_JOURNAL_LINES} lines`,
    );
  }
  const lines = inputs.map(exactLine);
  refuseLine(lines, (line) => line.debit < 0n || line.credit < 0n, "Transaction amounts cannot be negative");
  refuseLine(
    lines,
    (line) => line.debit > 0n && line.credit > 0n,
    "A transaction line cannot have both debit and credit",
  );
  assertBalanced(lines);
  return lines;
}

function exactLine({ accountId, debit, credit, remark }: JournalLineInput, index: number): JournalLine {
  return defined<JournalLine>({
    accountId,
    type: debit > 0 ? "DEBIT" : "CREDIT",
    debit: exactAmount(debit, `transactions.${index}.debit`),
    credit: exactAmount(credit, `transactions.${index}.credit`),
    remark,
  });
}

function exactAmount(amount: number, field: string): Units {
  const units = readAmount(amount);
  if (typeof units === "string") throw invalid(field, `Invalid amount: ${units}`);
  return units;
}

function refuseLine(
  lines: readonly JournalLine[],
  isFaulty: (line: JournalLine) => boolean,
  message: string,
): void {
  const index = lines.findIndex(isFaulty);
  if (index !== -1) throw invalid(`transactions.${index}`, message);
}

/** The exact sums of both sides. */
export function totalsOf(lines: readonly Pick<JournalLine, "debit" | "credit">[]): {
  debit: Units;
  credit: Units;
} {
  return {
    debit: lines.reduce((sum, line) => sum + line.debit, 0n),
    credit: lines.reduce((sum, line) => sum + line.credit, 0n),
  };
}

function assertBalanced(lines: readonly Pick<JournalLine, "debit" | "credit">[]): void {
  const { debit, credit } = totalsOf(lines);
  if (debit !== credit) {
    throw invalid(
      "transactions",
      `Debits (${formatUnits(debit)}) must equal credits (${formatUnits(credit)})`,
    );
  }
}

function invalid(field: string, message: string): DomainError {
  return new DomainError("INVALID_INPUT", message, { field });
}

/**
 * The tenant fence of reading and posting (mcp-journal, Rules for `get_journal_entry` and `post_journal_entry`).
 *
 * @throws DomainError `FORBIDDEN`
 */
export function assertSameCompany(entry: Pick<PostableEntry, "companyId">, companyId: Id): void {
  if (entry.companyId !== companyId) {
    throw new DomainError("FORBIDDEN", "Access denied: entry does not belong to this company");
  }
}

/** The unknown accounts of the lines, each once, in the order of the lines. */
export function unknownAccountIds(
  lines: readonly Pick<JournalLine, "accountId">[],
  knownAccountIds: ReadonlySet<Id>,
): Id[] {
  const accountIds = new Set(lines.map(({ accountId }) => accountId));
  return [...accountIds].filter((accountId) => !knownAccountIds.has(accountId));
}

/**
 * Decides whether an entry may be posted, in the contract's order: missing, fence, status, accounts, balance.
 *
 * @param id - as the caller gave it, for the texts
 * @param entry - undefined when it does not exist
 * @param knownAccountIds - the entry's accounts that exist in its company
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` or `INVALID_INPUT`
 */
export function assertPostable(
  id: string,
  entry: PostableEntry | undefined,
  companyId: Id,
  knownAccountIds: ReadonlySet<Id>,
): asserts entry is PostableEntry {
  if (!entry) throw new DomainError("NOT_FOUND", `Journal entry ${id} not found`, { field: "id" });
  assertSameCompany(entry, companyId);
  if (entry.status === "POSTED") throw new DomainError("CONFLICT", `Entry ${id} is already posted`);
  const [unknown] = unknownAccountIds(entry.lines, knownAccountIds);
  if (unknown !== undefined) throw new DomainError("NOT_FOUND", `Account ${unknown} not found`);
  assertBalanced(entry.lines);
}

/** The human reference of a company's nth entry, such as `JE-000001`; past 999,999 it grows. */
export function journalRef(number: number): string {
  return `JE-${String(number).padStart(6, "0")}`;
}
