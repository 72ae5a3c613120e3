import { assertPerson } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { updateStamp } from "../shared/base-fields.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import { createNotifications } from "../shared/fact-repositories.ts";
import { idInput } from "../shared/inputs.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordFacts } from "../shared/record-facts.ts";
import { NEWEST_FIRST } from "../shared/record-reader.ts";
import type { WorkflowNotificationRecord } from "../shared/records.ts";
import { auditWrite } from "../shared/record-use-cases.ts";
import type { Transact } from "../shared/transact.ts";

const ENTITY = "workflow_notifications";

/**
 * `markNotificationRead`; marking twice does no harm.
 *
 * @throws DomainError `NOT_FOUND` when the notification is not the caller's, `FORBIDDEN` for agents (contract-4, MEET-11)
 */
function createMarkNotificationRead({ transact }: { transact: Transact }) {
  return async (caller: Caller, id: string): Promise<void> => {
    assertPerson(caller);
    const notificationId = parseInput(idInput("id"), id);
    await transact(async (scope) => {
      await refuseLeaver(scope, caller);
      const notifications = createNotifications(scope);
      const before = await notifications.find(caller.companyId, notificationId);
      if (before === undefined || before.userId !== caller.userId) {
        throw new DomainError("NOT_FOUND", text("missing.notification"), { field: "id" });
      }
      if (before.read) return;
      const after = { ...before, ...updateStamp(stampOf(caller, scope.now)), read: true };
      await notifications.replace([after]);
      await auditWrite(scope, caller, { entity: ENTITY, action: "read", before, after });
    });
  };
}

/** Notifications that one transaction marks: a server ends those that take longer than a minute. */
const BATCH = 1_000;

/**
 * `markAllNotificationsRead`: those that are there when it begins, in batches, each with an audit row that has their
 * number. Where it is interrupted, finished batches stay marked.
 */
function createMarkAllNotificationsRead({ transact }: { transact: Transact }) {
  return async (caller: Caller): Promise<void> => {
    assertPerson(caller);
    const { companyId, userId } = caller;
    const markBatch = (until: Date | undefined) =>
      transact(async (scope) => {
        await refuseLeaver(scope, caller);
        const { now, session } = scope;
        const notifications = createNotifications(scope);
        const unread = { ...notifications.toStored({ companyId, userId, read: false, deletedAt: null }) };
        const options = { session, hint: "newest", sort: NEWEST_FIRST, limit: BATCH };
        const unreadRows = await notifications.collection
          .find({ ...unread, createdAt: { $lte: until ?? now } }, options)
          .project<Pick<WorkflowNotificationRecord, "_id">>({ _id: 1 })
          .toArray();
        if (unreadRows.length > 0) {
          const read = notifications.toStored({ ...updateStamp(stampOf(caller, now)), read: true });
          const ids = unreadRows.map(({ _id }) => _id);
          await notifications.collection.updateMany({ _id: { $in: ids } }, { $set: read }, { session });
          const about = { action: "readAll", entity: ENTITY, entityId: userId, at: now };
          const sides = { before: { unread: unreadRows.length }, after: { unread: 0 } };
          await recordFacts(scope, { audit: [{ companyId, actorId: userId, ...about, ...sides }] });
        }
        return { count: unreadRows.length, until: until ?? now };
      });
    let last = await markBatch(undefined);
    while (last.count === BATCH) last = await markBatch(last.until);
  };
}

/** The use cases for a user's own notifications. */
export function createNotificationUseCases(dependencies: { transact: Transact }) {
  return {
    markNotificationRead: createMarkNotificationRead(dependencies),
    markAllNotificationsRead: createMarkAllNotificationsRead(dependencies),
  };
}

export type NotificationUseCases = ReturnType<typeof createNotificationUseCases>;
