import { DomainError } from "@countersign/domain/errors";
import { createAudit } from "@countersign/mongo";

import { touched } from "../shared/base-fields.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import { idInput } from "../shared/inputs.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { auditWrite } from "../shared/record-use-cases.ts";
import type { Transact } from "../shared/transact.ts";
import { createNotifications } from "./notifications-repository.ts";

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
      await createAudit(scope).record({
        companyId,
        actorId: userId,
        action: "readAll",
        entity: ENTITY,
        entityId: userId,
        before: { unread },
        after: { unread: 0 },
        at: now,
      });
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
