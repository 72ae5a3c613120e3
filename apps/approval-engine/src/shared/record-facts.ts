import { type AuditEntry, createAudit } from "@countersign/mongo";
import type { OutboxEntry } from "@countersign/outbox";

import { createEvents, createNotifications } from "./fact-repositories.ts";
import { type NotifiedDocument, notificationEntry } from "./notification-entry.ts";
import { ownerOf } from "./owner-of.ts";
import type { WorkflowEvent, WorkflowNotification } from "./record-of.ts";
import type { RunChange } from "./pending.ts";
import type { TransactionScope } from "./transact.ts";

/** That something happened, and who is to know. */
export interface Facts {
  /** For the document's history. */
  events?: readonly WorkflowEvent[];
  /** Each also becomes a message to services that deliver it. */
  notifications?: readonly WorkflowNotification[];
  /** The document that the notifications are about, for those who deliver them. */
  about?: NotifiedDocument | undefined;
  /** Further messages to other services. */
  messages?: readonly OutboxEntry[];
  audit?: readonly AuditEntry[];
  /** For live subscribers, who then read again. */
  changed?: RunChange;
}

/**
 * Writes facts in the scope's transaction, and announces them to live subscribers once it is committed. Every feature
 * says in this way that something happened.
 */
export async function recordFacts(
  scope: TransactionScope,
  { events = [], notifications = [], about, messages = [], audit = [], changed }: Facts,
): Promise<void> {
  await createEvents(scope).insert(events);
  await createNotifications(scope).insert(notifications);
  const entries = notifications.map((row) =>
    notificationEntry(ownerOf(scope.kinds, row.kind), row, { document: about }),
  );
  await scope.outbox.add([...entries, ...messages]);
  const trail = createAudit(scope);
  for (const entry of audit) await trail.record(entry);
  scope.announce(notifications);
  if (changed) scope.changed(changed);
}
