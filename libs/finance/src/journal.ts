import {
  assertPostable,
  assertSameCompany,
  draftLines,
  type JournalLineInput,
  unknownAccountIds,
} from "@countersign/domain/finance";
import { createRequests, createUnitOfWork, newId, type Scope, type Store } from "@countersign/mongo";
import {
  type AccountName,
  type CheckEntry,
  createJournalRepository,
  findEntry,
  idsOf,
  knownAccounts,
  nextNumber,
} from "./journal-repository.ts";
import { createJournalWriter, type FinanceActor } from "./journal-writer.ts";
import type { JournalEntry } from "./records.ts";

/** A new entry as its author gives it; amounts pass `amountProblem`, ids are 24 hexadecimal characters. */
export interface JournalDraft {
  companyId: string;
  branchId?: string | undefined;
  createdBy: string;
  description: string;
  /** Default: now. */
  documentDate?: Date | undefined;
  lines: readonly JournalLineInput[];
}

export interface CheckedDraft {
  /** Accounts that the company does not have; posting will refuse them. */
  unknownAccountIds: readonly string[];
}

export interface CreatedEntry extends CheckedDraft {
  entry: JournalEntry;
  /** The idempotency key was used before; `entry` is the first one. */
  repeated: boolean;
}

/** An entry, and by id those of its accounts that exist. */
export interface EntryPreview {
  entry: JournalEntry;
  accounts: ReadonlyMap<string, AccountName>;
}

export interface Journal {
  /** Applies the rules of a new entry and writes nothing. @throws DomainError as {@link Journal.create} */
  check(draft: JournalDraft): Promise<CheckedDraft>;
  /**
   * Writes a draft with its audit record (mcp-journal, Rules for `create_journal_entry`).
   *
   * @param idempotencyKey the same key and content of the same user give the first entry again
   * @throws DomainError `INVALID_INPUT`, or `REQUEST_ID_REUSED` when the key was used with other content
   */
  create(draft: JournalDraft, actor: FinanceActor, idempotencyKey?: string): Promise<CreatedEntry>;
  /** @throws DomainError `FORBIDDEN` for another company's entry */
  find(id: string, companyId: string): Promise<JournalEntry | undefined>;
  /** The entry with its accounts, whether it may be posted or not. @throws DomainError `FORBIDDEN` likewise */
  view(id: string, companyId: string): Promise<EntryPreview | undefined>;
  /** The entry if it may be posted now. @throws DomainError as {@link Journal.post} */
  preview(id: string, companyId: string): Promise<EntryPreview>;
  /**
   * Makes an entry final, with its ledger legs and its audit record in one transaction. Of simultaneous posts one wins.
   *
   * @param check sees the entry as it is posted
   * @throws DomainError `NOT_FOUND`, `FORBIDDEN`, `CONFLICT` or `INVALID_INPUT` with the specification's texts, and then
   *   as `check`
   */
  post(id: string, companyId: string, actor: FinanceActor, check?: CheckEntry): Promise<JournalEntry>;
}

/** Throws when the actor may not act any more. */
export type AdmitActor = (scope: Scope, actor: FinanceActor) => Promise<void>;

const bindTo = (admit: AdmitActor) => (scope: Scope) => ({
  admit: (actor: FinanceActor) => admit(scope, actor),
  journal: createJournalRepository(scope),
  writer: createJournalWriter(scope),
  requests: createRequests(scope),
});

export function createJournal(store: Store, { now, admit }: { now: () => Date; admit: AdmitActor }): Journal {
  const unitOfWork = createUnitOfWork(store, bindTo(admit));

  /** A number, taken once, outside of transactions: attempts that are repeated keep it, and one that fails leaves a gap. */
  const numberOf = (companyId: string) => {
    let takenNumber: Promise<number> | undefined;
    return () => (takenNumber ??= nextNumber({ db: store.db }, companyId));
  };
  const draftedEntry = async (draft: JournalDraft) => {
    const entry = { ...draft, documentDate: draft.documentDate ?? now(), lines: draftLines(draft.lines) };
    const storedAccounts = await knownAccounts(store, entry);
    return { entry, unknownAccountIds: unknownAccountIds(entry.lines, idsOf(storedAccounts)) };
  };

  return {
    async check(draft) {
      const { unknownAccountIds } = await draftedEntry(draft);
      return { unknownAccountIds };
    },
    async create(draft, actor, idempotencyKey) {
      const { entry, unknownAccountIds } = await draftedEntry(draft);
      const id = newId();
      const at = now();
      const number = numberOf(draft.companyId);
      // A repeated request needs none.
      if (idempotencyKey === undefined) await number();
      return await unitOfWork(async ({ admit, journal, writer, requests }) => {
        await admit(actor);
        const write = async () => writer.create({ ...entry, id, number: await number() }, actor, at);
        if (idempotencyKey === undefined) {
          return { entry: await write(), repeated: false, unknownAccountIds };
        }
        const request = requestKey(draft, actor, idempotencyKey);
        let writtenEntry: JournalEntry | undefined;
        const { answer, repeated } = await requests.once(request, async () => {
          writtenEntry = await write();
          return { id };
        });
        writtenEntry ??= await journal.find(answer.id);
        if (!writtenEntry) throw new Error(`journal entry ${answer.id} of a known request is gone`);
        return { entry: writtenEntry, repeated, unknownAccountIds };
      }, turnOf(draft.companyId));
    },
    async find(id, companyId) {
      const entry = await findEntry(store, id);
      if (entry) assertSameCompany(entry, companyId);
      return entry;
    },
    async view(id, companyId) {
      const entry = await findEntry(store, id);
      if (entry === undefined) return undefined;
      assertSameCompany(entry, companyId);
      return { entry, accounts: await knownAccounts(store, entry) };
    },
    async preview(id, companyId) {
      const entry = await findEntry(store, id);
      const accounts = await knownAccounts(store, entry);
      assertPostable(id, entry, companyId, idsOf(accounts));
      return { entry, accounts };
    },
    async post(id, companyId, actor, check) {
      const at = now();
      return await unitOfWork(async ({ admit, writer }) => {
        await admit(actor);
        return writer.post(id, companyId, actor, at, check);
      }, turnOf(companyId));
    },
  };
}

/** All of a company's journal writes go through its audit chain (ADR 7). */
function turnOf(companyId: string) {
  return { turn: `journal of ${companyId.toLowerCase()}` };
}

/** A key belongs to its user, so that two agents that both count from 1 do not collide. The content has the company. */
function requestKey(draft: JournalDraft, { issuer, userId }: FinanceActor, idempotencyKey: string) {
  return {
    operation: `create_journal_entry ${issuer} ${userId}`,
    requestId: idempotencyKey,
    content: { ...draft, documentDate: draft.documentDate?.getTime() },
  };
}
