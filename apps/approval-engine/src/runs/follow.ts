import type { KindRegistry } from "@countersign/contracts";
import type { PlacedEntry } from "@countersign/outbox";
import type { Document } from "mongodb";

import { notificationEntry } from "../shared/notification-entry.ts";
import { ownerOf } from "../shared/owner-of.ts";
import type { PendingRecord } from "../shared/pending.ts";
import { type WorkflowNotification, toRecord } from "../shared/record-of.ts";
import type { RunRecords } from "./run-records.ts";
import { runOf } from "./run.ts";
import type { RunRecord } from "./stored-run.ts";
import { rowsOf } from "./write-rows.ts";

/** The documents that follow from a run: each is there once, whoever writes it and however often. */
export interface RunWrites extends Pick<PendingRecord, "events" | "notifications" | "audit"> {
  tasks: Document[];
  approvals: Document[];
  messages: PlacedEntry[];
}

/** Finds what follows from a run's last write. It depends on the record alone, so that every process finds the same. */
export function followOf(kinds: KindRegistry, record: RunRecord): RunWrites {
  const { pending, version } = record;
  if (pending === undefined) throw new Error("Nothing follows from this record");
  const { rowIds, events, notifications, audit } = pending;
  const run = runOf(record);
  return {
    events,
    notifications,
    audit,
    ...rowsOf(run, rowIds, version),
    messages: messagesOf(kinds, run, pending),
  };
}

/** The messages in their order: those of notifications, and further ones. */
function messagesOf(
  kinds: KindRegistry,
  { origin: { document } }: RunRecords,
  { notifications, messages, position, at: createdAt, trace }: PendingRecord,
): PlacedEntry[] {
  const ofNotifications = notifications.map((storedNotification) => {
    const notification: WorkflowNotification = toRecord(storedNotification);
    return notificationEntry(ownerOf(kinds, notification.kind), notification, { document, trace });
  });
  return [...ofNotifications, ...messages].map((entry, at) =>
    Object.assign({}, entry, { position: position + 1 + at, createdAt }),
  );
}
