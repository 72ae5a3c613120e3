/** The accounts that a kind's disbursements are posted to. Ids are 24-hex strings. */
export interface DisbursementAccounts {
  /** The account of the employee's debt, such as Staff Loans. */
  debitAccountId: string;
  /** The account that pays, such as Cash at Bank. */
  creditAccountId: string;
}

/** Whether the amount of an approved document is in the ledger. */
export type Disbursement =
  | { state: "POSTED"; journalEntryId: string; journalRef: string }
  /** Tried again until it is posted. */
  | { state: "OPEN"; problem: string };
