import { newId, type Store, toObjectId } from "@countersign/mongo";
import { testCompany } from "./test-company.ts";
import type { JournalEntryRecord, LedgerEntryRecord } from "@countersign/finance";

/** Arguments of `create_journal_entry`. */
export interface EntryArguments extends Record<string, unknown> {
  description: string;
  companyId: string;
  createdBy: string;
  transactions: Record<string, unknown>[];
}

/** A company with a chart of accounts, and the records that the service wrote for it. */
export interface LedgerFixture {
  companyId: string;
  userId: string;
  cash: string;
  rent: string;
  /** Balanced arguments; `changes` replaces some. */
  entry: (changes?: Record<string, unknown>) => EntryArguments;
  /** Two balanced lines of an amount. */
  lines: (amount: number) => Record<string, unknown>[];
  entries: () => Promise<JournalEntryRecord[]>;
  legs: (entryId: string) => Promise<LedgerEntryRecord[]>;
}

export async function ledgerFixture(store: Pick<Store, "db">): Promise<LedgerFixture> {
  const company = testCompany(store);
  const { companyId } = company;
  const userId = newId();
  const categoryId = await company.accountCategory("EXPENSE");
  const rent = await company.account({ name: "Office Rent", number: "6100", categoryId });
  const cash = await company.account({ name: "Cash at Bank", number: "1000" });
  const lines = (amount: number) => [
    { accountId: rent, debit: amount, credit: 0, remark: "March" },
    { accountId: cash, debit: 0, credit: amount },
  ];
  return {
    companyId,
    userId,
    cash,
    rent,
    lines,
    entry: (changes = {}) => ({
      description: "Rent of March",
      companyId,
      createdBy: userId,
      transactions: lines(1200.5),
      ...changes,
    }),
    entries: () =>
      store.db
        .collection<JournalEntryRecord>("journal_entries")
        .find({ companyId: toObjectId(companyId) })
        .toArray(),
    legs: (entryId) =>
      store.db
        .collection<LedgerEntryRecord>("ledger_entries")
        .find({ journalEntryId: toObjectId(entryId) })
        .toArray(),
  };
}
