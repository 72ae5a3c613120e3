import type { Id } from "../approval/index.ts";
import { defined } from "../defined.ts";
import { DomainError } from "../errors/index.ts";
import { amountProblem, decimalOf, unitsOf } from "./amounts.ts";

/** The fewest lines of an entry: one leg alone cannot balance. */
export const MIN_JOURNAL_LINES = 2;
/** The most lines of an entry. */
export const MAX_JOURNAL_LINES = 1_000;

/** A line as a caller gives it, amounts as JSON numbers. */
export interface JournalLineInput {
  accountId: Id;
  debit: number;
  credit: number;
  remark?: string | undefined;
}

/** A line of an entry, amounts in millionths. */
export interface JournalLine {
  accountId: Id;
  type: "DEBIT" | "CREDIT";
  debit: bigint;
  credit: bigint;
  remark?: string;
}

/**
 * The lines of a new entry. First what an argument schema refuses as well, then the specification's rules in their
 * order, each over all lines before the next (mcp-journal: "Rules for `create_journal_entry`").
 *
 * @throws DomainError `INVALID_INPUT`
 */
export function draftLines(inputs: readonly JournalLineInput[]): JournalLine[] {
  if (inputs.length < MIN_JOURNAL_LINES || inputs.length > MAX_JOURNAL_LINES) {
    const message = `A journal entry must have ${MIN_JOURNAL_LINES} to ${MAX_JOURNAL_LINES} lines`;
    throw new DomainError("INVALID_INPUT", message, { field: "transactions" });
  }
  const lines = inputs.map(lineOf);
  refuseFirst(lines, (line) => line.debit < 0n || line.credit < 0n, "Transaction amounts cannot be negative");
  refuseFirst(
    lines,
    (line) => line.debit > 0n && line.credit > 0n,
    "A transaction line cannot have both debit and credit",
  );
  assertBalanced(lines);
  return lines;
}

function lineOf(input: JournalLineInput, index: number): JournalLine {
  for (const side of ["debit", "credit"] as const) {
    const problem = amountProblem(input[side]);
    if (problem !== undefined) {
      const field = `transactions.${index}.${side}`;
      throw new DomainError("INVALID_INPUT", `${field} ${problem}`, { field });
    }
  }
  const [debit, credit] = [unitsOf(input.debit), unitsOf(input.credit)];
  const { accountId, remark } = input;
  return defined<JournalLine>({ accountId, type: debit > 0n ? "DEBIT" : "CREDIT", debit, credit, remark });
}

function refuseFirst(
  lines: readonly JournalLine[],
  isFaulty: (line: JournalLine) => boolean,
  message: string,
): void {
  const index = lines.findIndex(isFaulty);
  if (index !== -1) {
    throw new DomainError("INVALID_INPUT", message, { field: `transactions.${index}` });
  }
}

/**
 * Refuses lines whose debits differ from their credits.
 *
 * @throws DomainError `INVALID_INPUT`
 */
export function assertBalanced(lines: readonly Pick<JournalLine, "debit" | "credit">[]): void {
  const debits = lines.reduce((sum, line) => sum + line.debit, 0n);
  const credits = lines.reduce((sum, line) => sum + line.credit, 0n);
  if (debits !== credits) {
    throw new DomainError(
      "INVALID_INPUT",
      `Debits (${decimalOf(debits)}) must equal credits (${decimalOf(credits)})`,
      { field: "transactions" },
    );
  }
}

/** The accounts of the lines that are not among the known ones: each once, in the order of the lines. */
export function unknownAccountIds(
  lines: readonly Pick<JournalLine, "accountId">[],
  knownAccountIds: ReadonlySet<Id>,
): Id[] {
  const named = new Set(lines.map((line) => line.accountId));
  return [...named].filter((accountId) => !knownAccountIds.has(accountId));
}

/** The reference of a company's entry with this number, such as `JE-000001`. Past 999,999 it grows. */
export function journalRef(sequence: number): string {
  return `JE-${String(sequence).padStart(6, "0")}`;
}
