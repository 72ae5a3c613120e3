import { assertPostable } from "@countersign/domain/finance";
import { createAudit, type Scope } from "@countersign/mongo";
import {
  type CheckEntry,
  createJournalRepository,
  type DraftedEntry,
  idsOf,
  knownAccounts,
} from "./journal-repository.ts";
import type { JournalEntry } from "./records.ts";

/** The actor, for the audit trail. */
export interface FinanceActor {
  issuer: string;
  userId: string;
  /** The user's own company, where a user acts. */
  companyId?: string;
  /** The agent's session. */
  sessionId?: string;
  /** The arguments of the call, unchanged. */
  arguments: Readonly<Record<string, unknown>>;
}

/** Journal entries with their audit records, within a transaction of the caller's. */
export interface JournalWriter {
  /** Writes a draft. */
  create(entry: DraftedEntry, actor: FinanceActor, at: Date): Promise<JournalEntry>;
  /**
   * Makes an entry final, with its ledger legs.
   *
   * @param check sees the entry as it is posted
   * @throws DomainError as `assertPostable`, and then as `check`; nothing was written then
   */
  post(
    id: string,
    companyId: string,
    actor: FinanceActor,
    at: Date,
    check?: CheckEntry,
  ): Promise<JournalEntry>;
  /**
   * Writes an entry and makes it final at once.
   *
   * @throws DomainError `NOT_FOUND` for an account that the company does not have; nothing was written then
   */
  createPosted(entry: DraftedEntry, actor: FinanceActor, at: Date): Promise<JournalEntry>;
}

export function createJournalWriter(scope: Scope): JournalWriter {
  const journal = createJournalRepository(scope);
  const audit = createAudit(scope);
  const writer: JournalWriter = {
    async create(entry, actor, at) {
      const createdEntry = await journal.insert(entry, at);
      await audit.record(auditEntry("create", createdEntry, actor, at), { chained: true });
      return createdEntry;
    },
    async post(id, companyId, actor, at, check) {
      const postedEntry = await journal.post(id, companyId, at, check);
      await audit.record(auditEntry("post", postedEntry, actor, at), { chained: true });
      return postedEntry;
    },
    async createPosted(entry, actor, at) {
      const { id, companyId, lines } = entry;
      const accounts = await knownAccounts(scope, entry);
      assertPostable(id, { companyId, status: "SAVED", lines }, companyId, idsOf(accounts));
      await writer.create(entry, actor, at);
      return writer.post(id, companyId, actor, at);
    },
  };
  return writer;
}

function auditEntry(action: "create" | "post", entry: JournalEntry, actor: FinanceActor, at: Date) {
  const { issuer, userId, sessionId, arguments: input } = actor;
  return {
    companyId: entry.companyId,
    actorId: userId,
    action,
    entity: "journal_entry",
    entityId: entry.id,
    ...(action === "post" ? { before: { status: "SAVED" } } : {}),
    after: { ref: entry.ref, status: entry.status },
    at,
    details: { issuer, ...(sessionId === undefined ? {} : { sessionId }), arguments: input },
  };
}
