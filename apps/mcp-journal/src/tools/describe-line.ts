import { formatUnits, type JournalLine } from "@countersign/domain/finance";
import { shownOnOneLine } from "@countersign/domain/text";
import type { AccountName } from "@countersign/finance";

/**
 * A line of an entry, on one line for a person who decides about it.
 *
 * @param maxText most characters of the account's name and of the remark
 */
export function describeLine(
  { accountId, type, debit, credit, remark }: JournalLine,
  accounts: ReadonlyMap<string, AccountName>,
  maxText: number,
): string {
  const { number, name } = accounts.get(accountId)!;
  const account = `${shownOnOneLine(number, maxText)} ${shownOnOneLine(name, maxText)}`;
  const about = `${type} ${formatUnits(debit + credit)} on ${account}`;
  return remark ? `${about}: ${shownOnOneLine(remark, maxText)}` : about;
}
