export { entryAuthors } from "./entry-authors.ts";
export type { AccountQuery, AccountSummary, SearchAccounts } from "./account-search.ts";
export { createFinance, type Finance, FINANCE_INDEXES } from "./finance.ts";
export type { CheckedDraft, CreatedEntry, EntryPreview, Journal, JournalDraft } from "./journal.ts";
export type { AccountName, CheckEntry, DraftedEntry } from "./journal-repository.ts";
export { createJournalWriter, type FinanceActor, type JournalWriter } from "./journal-writer.ts";
export type {
  AccountCategoryRecord,
  AccountRecord,
  JournalEntry,
  JournalEntryRecord,
  LedgerEntryRecord,
} from "./records.ts";
