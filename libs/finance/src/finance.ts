import { ensureIndexes, type IndexPlan, platformIndexes, type Store } from "@countersign/mongo";
import { createAccountSearch, type SearchAccounts } from "./account-search.ts";
import { type AdmitActor, createJournal, type Journal } from "./journal.ts";

/** Accounts, journal and posting on MongoDB. */
export interface Finance {
  accounts: { search: SearchAccounts };
  journal: Journal;
  /** Creates the indexes of this module's collections; safe to call from every replica. */
  ensureIndexes(): Promise<void>;
}

/** Indexes of this module's collections. */
export const FINANCE_INDEXES: readonly IndexPlan[] = [
  { collection: "accounts", indexes: [{ key: { companyId: 1, number: 1 }, name: "company_number" }] },
  {
    collection: "journal_entries",
    indexes: [{ key: { companyId: 1, ref: 1 }, name: "company_ref", unique: true }],
  },
  {
    collection: "ledger_entries",
    indexes: [
      { key: { journalEntryId: 1 }, name: "journal_entry" },
      { key: { companyId: 1, accountId: 1, postedAt: 1 }, name: "company_account_posted" },
    ],
  },
];

/**
 * Binds the finance services to a store.
 *
 * @param options.now the clock; default the system's
 * @param options.admit refuses actors in the transaction of their command; default nobody
 */
export function createFinance(
  store: Store,
  { now = () => new Date(), admit = async () => undefined }: { now?: () => Date; admit?: AdmitActor } = {},
): Finance {
  return {
    accounts: { search: createAccountSearch(store) },
    journal: createJournal(store, { now, admit }),
    ensureIndexes: () => ensureIndexes(store, [...platformIndexes(), ...FINANCE_INDEXES]),
  };
}
