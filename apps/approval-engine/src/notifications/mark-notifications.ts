import { DomainError } from "@countersign/domain/errors";

import { touched } from "../shared/base-fields.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import { createNotifications } from "../shared/fact-repositories.ts";
import { idInput } from "../shared/inputs.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordFacts } from "../shared/record-facts.ts";
import { auditWrite } from "../shared/record-use-cases.ts";
import type { Transact } from "../shared/transact.ts";

const ENTITY = "workflow_notifications";

/**
 * `markNotificationRead`; marking twice does no harm.
 *
 * @throws DomainError `NOT_FOUND` when the notification is not the caller's
 */
function createMarkNotificationRead({ transact }: { transact: Transact }) {
  return async (caller: Caller, id: string): Promise<void> => {
    const notificationId = parseInput(idInput("id"), id);
    await transact(async (scope) => {
      await refuseLeaver(scope, caller);
      const notifications = createNotifications(scope);
      const before = await notifications.find(caller.companyId, notificationId);
      if (before === undefined || before.userId !== caller.userId) {
        throw new DomainError("NOT_FOUND", "Notification not found", { field: "id" });
      }
      if (before.read) return;
      const after = { ...before, ...touched(stampOf(caller, scope.now)), read: true };
      await notifications.replace([after]);
      await auditWrite(scope, caller, { entity: ENTITY, action: "read", before, after });
    });
  };
}

/** `markAllNotificationsRead`; the audit row has the number of unread ones. */
function createMarkAllNotificationsRead({ transact }: { transact: Transact }) {
  return async (caller: Caller): Promise<void> => {
    const { companyId, userId } = caller;
    await transact(async (scope) => {
      await refuseLeaver(scope, caller);
      const { now } = scope;
      const fields = { ...touched(stampOf(caller, now)), read: true };
      const unread = await createNotifications(scope).writeAll(companyId, { userId, read: false }, fields);
      if (unread === 0) return;
      const about = { action: "readAll", entity: ENTITY, entityId: userId, at: now };
      const sides = { before: { unread }, after: { unread: 0 } };
      await recordFacts(scope, { audit: [{ companyId, actorId: userId, ...about, ...sides }] });
    });
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
