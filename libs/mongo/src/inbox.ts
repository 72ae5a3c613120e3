import { expiryAfter, RETENTION_DAYS } from "./retention.ts";
import type { Scope } from "./scope.ts";

/** Which messages a consumer has handled; in the same transaction as their effect. */
export interface Inbox {
  /** `true` the first time; a repeated delivery of the message answers `false`. */
  claim(consumer: string, messageId: string): Promise<boolean>;
}

/** A row of `inbox`. */
interface InboxRecord {
  _id: { consumer: string; messageId: string };
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
    claim: async (consumer, messageId) => {
      const { upsertedCount } = await inbox.updateOne(
        { _id: { consumer, messageId } },
        { $setOnInsert: { expiresAt: expiryAfter(retentionDays, new Date()) } },
        { session, upsert: true },
      );
      return upsertedCount === 1;
    },
  };
}
