import { assertPostable, type JournalLine, journalRef } from "@countersign/domain/finance";
import {
  createNumbers,
  isHexId,
  newId,
  type OpenScope,
  type Scope,
  sessionOption,
  toHex,
  toObjectId,
} from "@countersign/mongo";
import type { Filter } from "mongodb";
import {
  type AccountRecord,
  type JournalEntry,
  type JournalEntryRecord,
  type LedgerEntryRecord,
  toJournalEntry,
  toLineRecord,
} from "./records.ts";

/** A checked entry without its number. */
export interface DraftedEntry {
  id: string;
  companyId: string;
  branchId?: string | undefined;
  createdBy: string;
  description: string;
  documentDate: Date;
  lines: readonly JournalLine[];
  /** Of its `ref`, taken before; default: the company's next one, taken in the transaction. */
  number?: number;
}

/** Refuses to post an entry, besides the rules of posting; it may write in the transaction. @throws DomainError */
export type CheckEntry = (entry: JournalEntry, scope: Scope) => void | Promise<void>;

/** Journal entries and their ledger within one transaction. */
export interface JournalRepository {
  /** Writes a draft. */
  insert(entry: DraftedEntry, at: Date): Promise<JournalEntry>;
  find(id: string): Promise<JournalEntry | undefined>;
  /**
   * Checks an entry and makes it final: status and one ledger leg a line (mcp-journal, States and transitions).
   *
   * @param check sees the entry as it is posted
   * @throws DomainError as `assertPostable`, and then as `check`
   */
  post(id: string, companyId: string, at: Date, check?: CheckEntry): Promise<JournalEntry>;
}

export function createJournalRepository(scope: Scope): JournalRepository {
  const { write } = scope;
  const find = (id: string) => findEntry(scope, id);
  return {
    find,
    async insert({ id, companyId, branchId, createdBy, lines, number: takenNumber, ...draft }, at) {
      const number = takenNumber ?? (await nextNumber(scope, companyId));
      const record: JournalEntryRecord = {
        _id: toObjectId(id),
        companyId: toObjectId(companyId, "companyId"),
        ...(branchId === undefined ? {} : { branchId: toObjectId(branchId, "branchId") }),
        ref: journalRef(number),
        type: "GENERAL",
        ...draft,
        status: "SAVED",
        transactions: lines.map(toLineRecord),
        createdBy: toObjectId(createdBy, "createdBy"),
        createdAt: at,
        updatedAt: at,
      };
      await write({ insert: "journal_entries", documents: [record] });
      return toJournalEntry(record);
    },
    async post(id, companyId, at, check) {
      const entry = await find(id);
      assertPostable(id, entry, companyId, idsOf(await knownAccounts(scope, entry)));
      await check?.(entry, scope);
      // The status is part of the filter: of two posts at once, the store lets one through.
      const savedEntry = { _id: toObjectId(id), status: "SAVED" };
      const changes = { status: "POSTED", postedAt: at, updatedAt: at };
      await write({ update: "journal_entries", updates: [{ q: savedEntry, u: { $set: changes } }] });
      await write({ insert: "ledger_entries", documents: legsOf(entry, at) });
      return { ...entry, status: "POSTED", postedAt: at };
    },
  };
}

/** The number of the company's next entry. On the store itself nobody waits for it. */
export async function nextNumber(scope: OpenScope, companyId: string): Promise<number> {
  const [number] = await createNumbers(scope).next(companyId, "journal_entries");
  return number!;
}

/** A malformed id is a missing entry (`contract.md`, mcp-journal). */
export async function findEntry(scope: OpenScope, id: string): Promise<JournalEntry | undefined> {
  if (!isHexId(id)) return undefined;
  const entries = scope.db.collection<JournalEntryRecord>("journal_entries");
  const record = await entries.findOne({ _id: toObjectId(id) }, sessionOption(scope));
  return record ? toJournalEntry(record) : undefined;
}

/** Name and number of an account. */
export type AccountName = Pick<AccountRecord, "name" | "number">;

/** The entry's accounts that exist in its company, by id. */
export async function knownAccounts(
  scope: OpenScope,
  entry: Pick<JournalEntry, "companyId" | "lines"> | undefined,
): Promise<ReadonlyMap<string, AccountName>> {
  if (!entry) return new Map();
  const ids = [...new Set(entry.lines.map(({ accountId }) => accountId))];
  const filter: Filter<AccountRecord> = {
    _id: { $in: ids.map((id) => toObjectId(id)) },
    companyId: toObjectId(entry.companyId),
  };
  const foundEntries = scope.db
    .collection<AccountRecord>("accounts")
    .find(filter, { ...sessionOption(scope), projection: { name: 1, number: 1 } });
  return new Map(
    (await foundEntries.toArray()).map(({ _id, name, number }) => [toHex(_id), { name, number }]),
  );
}

export function idsOf(accounts: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  return new Set(accounts.keys());
}

function legsOf(entry: JournalEntry, postedAt: Date): LedgerEntryRecord[] {
  return entry.lines.map((line) => {
    const { type: _, ...leg } = toLineRecord(line);
    return {
      _id: toObjectId(newId()),
      companyId: toObjectId(entry.companyId),
      journalEntryId: toObjectId(entry.id),
      ...leg,
      postedAt,
    };
  });
}
