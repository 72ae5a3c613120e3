import { expiryAfter, RETENTION_DAYS } from "./retention.ts";
import type { Scope } from "./scope.ts";

/** Records the messages that a consumer has handled, in the transaction of their effect. */
export interface Inbox {
  /**
   * Records a message as handled.
   *
   * @param companyId the company of the id, if senders choose ids: no company can use up another's
   * @returns `true` the first time; `false` for a repeated delivery of the message
   */
  record(consumer: string, messageId: string, companyId?: string): Promise<boolean>;
}

/** A row of `inbox`. */
interface InboxRecord {
  _id: { consumer: string; messageId: string; companyId?: string };
  expiresAt: Date;
}

/**
 * The inbox of one transaction. Of two simultaneous deliveries one conflicts, is repeated, and then sees the other's
 * record.
 */
export function createInbox({ db, session }: Scope): Inbox {
  const inbox = db.collection<InboxRecord>("inbox");
  return {
    record: async (consumer, messageId, companyId) => {
      const { upsertedCount } = await inbox.updateOne(
        { _id: { consumer, messageId, ...(companyId !== undefined && { companyId }) } },
        { $setOnInsert: { expiresAt: expiryAfter(RETENTION_DAYS.inbox, new Date()) } },
        { session, upsert: true },
      );
      return upsertedCount === 1;
    },
  };
}
