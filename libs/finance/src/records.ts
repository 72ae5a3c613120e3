import {
  formatUnits,
  type JournalEntryStatus,
  type JournalLine,
  type JournalLineType,
  parseUnits,
} from "@countersign/domain/finance";
import { toHex, toObjectId } from "@countersign/mongo";
import { Decimal128, type ObjectId } from "mongodb";

/** `accounts` of the contract's collections. */
export interface AccountRecord {
  _id: ObjectId;
  companyId: ObjectId;
  name: string;
  number: string;
  categoryId?: ObjectId;
}

/** `account_categories`. */
export interface AccountCategoryRecord {
  _id: ObjectId;
  type: string;
}

interface LineRecord {
  accountId: ObjectId;
  type: JournalLineType;
  /** Exact; binary floating point is never stored. */
  debit: Decimal128;
  credit: Decimal128;
  remark?: string;
}

/** `journal_entries`; a posted one is never written again. */
export interface JournalEntryRecord {
  _id: ObjectId;
  companyId: ObjectId;
  branchId?: ObjectId;
  ref: string;
  type: "GENERAL";
  description: string;
  documentDate: Date;
  status: JournalEntryStatus;
  transactions: LineRecord[];
  createdBy: ObjectId;
  createdAt: Date;
  updatedAt: Date;
  postedAt?: Date;
}

/** `ledger_entries`: one leg a line, written once. */
export interface LedgerEntryRecord {
  _id: ObjectId;
  companyId: ObjectId;
  journalEntryId: ObjectId;
  accountId: ObjectId;
  debit: Decimal128;
  credit: Decimal128;
  remark?: string;
  postedAt: Date;
}

/** A journal entry with exact amounts. */
export interface JournalEntry {
  id: string;
  ref: string;
  type: "GENERAL";
  status: JournalEntryStatus;
  description: string;
  documentDate: Date;
  companyId: string;
  branchId?: string;
  createdBy: string;
  createdAt: Date;
  postedAt?: Date;
  lines: readonly JournalLine[];
}

export function toJournalEntry(record: JournalEntryRecord): JournalEntry {
  const { _id, ref, type, status, description, documentDate, companyId, branchId, createdBy, createdAt } =
    record;
  return {
    id: toHex(_id),
    ref,
    type,
    status,
    description,
    documentDate,
    companyId: toHex(companyId),
    ...(branchId ? { branchId: toHex(branchId) } : {}),
    createdBy: toHex(createdBy),
    createdAt,
    ...(record.postedAt ? { postedAt: record.postedAt } : {}),
    lines: record.transactions.map(({ accountId, debit, credit, ...line }) => ({
      ...line,
      accountId: toHex(accountId),
      debit: parseUnits(debit.toString()),
      credit: parseUnits(credit.toString()),
    })),
  };
}

export function toLineRecord({ accountId, debit, credit, ...line }: JournalLine): LineRecord {
  return {
    ...line,
    accountId: toObjectId(accountId),
    debit: Decimal128.fromString(formatUnits(debit)),
    credit: Decimal128.fromString(formatUnits(credit)),
  };
}
