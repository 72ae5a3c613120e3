export type { AccountQuery, AccountSummary, SearchAccounts } from "./account-search.ts";
export { createFinance, type Finance } from "./finance.ts";
export type { CheckedDraft, CreatedEntry, FinanceActor, Journal, JournalDraft } from "./journal.ts";
export {
  type AccountName,
  createJournalRepository,
  type DraftedEntry,
  type JournalRepository,
} from "./journal-repository.ts";
export type { AccountCategoryRecord, AccountRecord, JournalEntry, LedgerEntryRecord } from "./records.ts";
