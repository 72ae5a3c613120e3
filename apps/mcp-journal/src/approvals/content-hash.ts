import { formatUnits } from "@countersign/domain/finance";
import type { JournalEntry } from "@countersign/finance";
import { digestOf } from "@countersign/mongo";

/** Hash of all of an entry that an approval is about: everything but its status and the times of its changes. */
export function contentHashOf(entry: JournalEntry): string {
  const { status: _status, createdAt: _createdAt, postedAt: _postedAt, lines, ...content } = entry;
  const exact = lines.map(({ accountId, type, debit, credit, remark }) => ({
    accountId,
    type,
    debit: formatUnits(debit),
    credit: formatUnits(credit),
    remark,
  }));
  return digestOf({ ...content, lines: exact });
}
