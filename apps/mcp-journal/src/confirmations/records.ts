import type { IndexPlan } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

export const COLLECTION = "mcp_confirmations";

/** How long a person may take to answer. */
export const VALID_MS = 10 * 60_000;

/**
 * How long a confirmation is known after it has expired: clocks differ, and one that was forgotten before every replica
 * calls it expired could be used again.
 */
export const KNOWN_MS = 24 * 60 * 60_000;

/** `USED`: what it allowed was done, in the same transaction. */
export type ConfirmationStatus = "OPEN" | "ACCEPTED" | "DECLINED" | "USED";

/** `mcp_confirmations`: confirmations that were used, and those that are answered in the console (contract-3, MCP-2 and MCP-3). */
export interface ConfirmationRecord {
  _id: ObjectId;
  entryId: ObjectId;
  userId: ObjectId;
  /** Of the entry as it was shown. */
  hash: string;
  status: ConfirmationStatus;
  /** When the store may forget it. */
  expiresAt: Date;
  /** Of those that are answered in the console. */
  page?: {
    /** The user's key and company, from the token that posted. */
    user: string;
    companyId: ObjectId;
    /** The company of the entry: the user's own unless the tenant fence is off. */
    entryCompanyId: ObjectId;
    /** When the time to answer ends. */
    validUntil: Date;
  };
}

export const CONFIRMATION_INDEXES: readonly IndexPlan[] = [
  {
    collection: COLLECTION,
    indexes: [
      { key: { expiresAt: 1 }, name: "expired", expireAfterSeconds: 0 },
      { key: { entryId: 1 }, name: "of_entry" },
    ],
  },
];

/** A confirmation that is answered in the console. */
export type PageRecord = ConfirmationRecord & Required<Pick<ConfirmationRecord, "page">>;
