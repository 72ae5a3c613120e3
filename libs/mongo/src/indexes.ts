import type { Db, IndexDescription } from "mongodb";

/** The indexes that a module wants on a collection it owns. */
export interface IndexPlan {
  collection: string;
  indexes: readonly IndexDescription[];
}

export declare function ensureIndexes(db: Db, plans: readonly IndexPlan[]): Promise<void>;

/** How long rows are kept, in days. */
export interface Retention {
  /** Published outbox rows, for replay after a lost stream. Default 14. */
  outboxDays?: number;
  /** Inbox records; longer than any message can be replayed. Default 90. */
  inboxDays?: number;
  /** Answers kept for repeated requests. Default 30. */
  requestDays?: number;
}

/** Plans of this package's collections: audit, outbox, inbox, requests. */
export declare function platformIndexes(retention?: Retention): IndexPlan[];
