import { type JournalConfirmation, LIMITS } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { formatUnits, totalsOf } from "@countersign/domain/finance";
import { escapeHidden } from "@countersign/domain/text";
import type { EntryPreview } from "@countersign/finance";
import { linesByColumn } from "../approvals/entry-table.ts";
import { describeLine } from "../tools/describe-line.ts";

/** Most characters of each text of a line, as the tools take it. */
const MAX_TEXT = LIMITS.cellText;

type ShownEntry = Omit<JournalConfirmation, "id" | "status" | "changed">;

/** The entry as a person confirms it: all of its lines, with hidden letters spelt out. */
export function shownEntry(preview: EntryPreview, currency: string | undefined): ShownEntry {
  const { entry } = preview;
  const entryParts = { entry, accounts: everyAccountOf(preview) };
  return {
    entryId: entry.id,
    ref: entry.ref,
    description: escapeHidden(entry.description),
    date: entry.documentDate.toISOString().slice(0, -"T00:00:00.000Z".length),
    lines: entry.lines.map((line) => describeLine(line, entryParts.accounts, MAX_TEXT)),
    cells: linesByColumn(entryParts).map((row) => row.map(escapeHidden)),
    total: formatUnits(totalsOf(entry.lines).debit),
    ...(currency !== undefined && { currency }),
  };
}

/**
 * Refuses an entry of which one answer on the bus cannot hold every line.
 *
 * @throws DomainError `CONFLICT`
 */
export function assertShowable(preview: EntryPreview): void {
  const { ref, lines } = preview.entry;
  const isShowable =
    lines.length <= LIMITS.confirmedLines &&
    Buffer.byteLength(JSON.stringify(shownEntry(preview, undefined))) <= LIMITS.tableBytes;
  if (!isShowable) throw new DomainError("CONFLICT", `Journal entry ${ref} is too large to be confirmed`);
}

/** The accounts, also those that are gone since the entry was drafted: posting will refuse them. */
function everyAccountOf({ entry, accounts }: EntryPreview): EntryPreview["accounts"] {
  const namedAccounts = entry.lines.map(({ accountId: id }) => [id, { number: id, name: "" }] as const);
  return new Map([...namedAccounts, ...accounts]);
}
