import { type DocumentTable, LIMITS } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { formatUnits, type Units } from "@countersign/domain/finance";
import { shownOnOneLine } from "@countersign/domain/text";
import type { EntryPreview } from "@countersign/finance";

/** Most characters shown of the number and the name of an account. */
const MAX_ACCOUNT = 100;
/** Line breaks and other control characters would break the row. */
const CONTROL = /\p{Cc}+/gu;

const COLUMNS: DocumentTable["columns"] = [
  { key: "line", label: "Line", type: "NUMBER" },
  { key: "number", label: "Account", type: "TEXT" },
  { key: "name", label: "Name", type: "TEXT" },
  { key: "debit", label: "Debit", type: "NUMBER" },
  { key: "credit", label: "Credit", type: "NUMBER" },
  { key: "remark", label: "Remark", type: "TEXT" },
];

/**
 * Every line of an entry, for its approvers (contract-3, SAFE-17, DOC-6).
 *
 * @throws DomainError `CONFLICT` where a document cannot hold them all
 */
export function linesTable(preview: EntryPreview): DocumentTable {
  const { ref } = preview.entry;
  const rows = linesByColumn(preview);
  const table: DocumentTable = { key: "lines", label: "Lines", columns: COLUMNS, rows };
  const isTooLarge =
    rows.length > LIMITS.tableRows ||
    rows.some((row) => row.some((cell) => cell.length > LIMITS.cellText)) ||
    Buffer.byteLength(JSON.stringify([table])) > LIMITS.tableBytes;
  if (isTooLarge) throw new DomainError("CONFLICT", `Journal entry ${ref} is too large to be approved`);
  return table;
}

/** Every line of an entry as texts, in the order of the table's columns. */
export function linesByColumn({ entry: { lines }, accounts }: EntryPreview): string[][] {
  return lines.map(({ accountId, debit, credit, remark = "" }, index) => {
    const { number, name } = accounts.get(accountId)!;
    const account = [number, name].map((text) => shownOnOneLine(text, MAX_ACCOUNT));
    return [String(index + 1), ...account, amountText(debit), amountText(credit), oneLine(remark)];
  });
}

const oneLine = (text: string) => text.replaceAll(CONTROL, " ");

/** Only the side that the line is on says something. */
const amountText = (amount: Units) => (amount === 0n ? "" : formatUnits(amount));
