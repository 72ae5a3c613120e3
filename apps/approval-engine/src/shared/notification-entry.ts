import {
  ENGINE_SOURCE,
  MESSAGES,
  type NotificationData,
  type Owner,
  notificationSubject,
} from "@countersign/contracts";
import { defined } from "@countersign/domain/defined";
import { type OutboxEntry, eventEntry } from "@countersign/outbox";
import type { TraceHeaders } from "@countersign/tracing";

import type { WorkflowNotification } from "./record-of.ts";

/** Of a document that a notification is about: the terms that its message names. */
export type NotifiedDocument = Partial<Pick<NotificationData, "title" | "amount" | "currency">>;

/** One notification row, for services that deliver it, and what its document is. */
export function notificationEntry(
  owner: Owner,
  notification: WorkflowNotification,
  { document, trace }: { document?: NotifiedDocument | undefined; trace?: TraceHeaders },
): OutboxEntry {
  const { title, amount, currency } = document ?? {};
  const { _id, companyId, branchId, userId, eventId, workflowId, taskId, refId, kind, message } =
    notification;
  const data = defined<NotificationData>({
    companyId,
    branchId,
    _id,
    userId,
    eventId,
    workflowId,
    taskId,
    refId,
    kind,
    message,
    title,
    amount,
    currency,
  });
  return eventEntry({
    id: _id,
    type: MESSAGES.notification.type,
    subject: notificationSubject(owner, userId),
    key: refId,
    source: ENGINE_SOURCE,
    data,
    time: notification.createdAt,
    trace,
  });
}
