import { expiryAfter, RETENTION_DAYS } from "./retention.ts";
import type { Scope } from "./scope.ts";

/** Which messages a consumer has handled; in the same transaction as their effect. */
export interface Inbox {
  /**
   * `true` the first time; a repeated delivery of the message answers `false`.
   *
   * @param companyId where senders choose the ids: the company that the id belongs to, so that nobody takes another's
   */
  claim(consumer: string, messageId: string, companyId?: string): Promise<boolean>;
}

/** A row of `inbox`. */
interface InboxRecord {
  _id: { consumer: string; messageId: string; companyId?: string };
  expiresAt: Date;
}

/**
 * The inbox of one transaction. Of two deliveries that are handled side by side one conflicts, is repeated, and then
 * sees the record of the other.
 *
 * @param options.retentionDays longer than any message could come back. Default 120
 */
export function createInbox(
  { db, session }: Scope,
  { retentionDays = RETENTION_DAYS.inbox }: { retentionDays?: number } = {},
): Inbox {
  const inbox = db.collection<InboxRecord>("inbox");
  return {
    claim: async (consumer, messageId, companyId) => {
      const known = { consumer, messageId };
      // Of a release whose records named no company.
      if (companyId !== undefined && (await inbox.findOne({ _id: known }, { session })) !== null)
        return false;
      const { upsertedCount } = await inbox.updateOne(
        { _id: companyId === undefined ? known : { ...known, companyId } },
        { $setOnInsert: { expiresAt: expiryAfter(retentionDays, new Date()) } },
        { session, upsert: true },
      );
      return upsertedCount === 1;
    },
  };
}
