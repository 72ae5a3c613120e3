import { type People, nameIn, notificationWords } from "@countersign/domain/approval";
import { type Text, text } from "@countersign/texts";

import { type Stamp, baseFields } from "../shared/base-fields.ts";
import type { WorkflowNotification } from "../shared/record-of.ts";
import type { RunChange } from "../shared/pending.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { StoredSubstitution } from "./records.ts";

interface About {
  people: People;
  /** How many tasks wait for the principal now. */
  open: number;
  stamp: Stamp;
  /** Of who makes the substitution. */
  actorName: string | undefined;
}

/**
 * Tells the substitute from when, and how many tasks are open now (contract-2, PPL-3), and the principal who stands in for
 * them, and by whose hand unless it is their own (contract-3, SAFE-14). A notification names an event, a
 * document and a kind: here these are the substitution itself, and a kind that it covers.
 */
export function substitutionNotifications(
  { newId, kinds: registry }: Pick<TransactionScope, "newId" | "kinds">,
  substitution: StoredSubstitution,
  { people, open, stamp, actorName }: About,
): WorkflowNotification[] {
  const { _id, ref, principalId, substituteId, kinds, createdBy, fromDate, untilDate, timeZone } =
    substitution;
  const ofKinds = kinds.length === 0 ? "" : text("part.forKinds", { kinds: kinds.join(", ") });
  const window = { kinds: ofKinds, from: fromDate, until: untilDate, timeZone };
  const by = createdBy === principalId ? "" : text("part.byHand", { name: actorName ?? createdBy ?? "" });
  const to = (userId: string, of: Text): WorkflowNotification => ({
    ...baseFields(stamp, { ref, canUpdate: false, canDelete: false }),
    _id: newId(),
    userId,
    eventId: _id,
    refId: _id,
    kind: kinds[0] ?? registry.kinds[0] ?? "",
    message: notificationWords(of),
    text: of,
    read: false,
  });
  return [
    to(
      substituteId,
      text("notification.SUBSTITUTE", { principal: nameIn(people, principalId), ...window, open }),
    ),
    to(
      principalId,
      text("notification.PRINCIPAL", { substitute: nameIn(people, substituteId), ...window, by }),
    ),
  ];
}

/** Tells live inboxes of both that what waits may have changed; in the place of a run stands the substitution itself. */
export function changeOf(
  { newId }: Pick<TransactionScope, "newId">,
  { _id, companyId, principalId, substituteId }: StoredSubstitution,
): RunChange {
  return { id: newId(), companyId, refId: _id, runId: _id, userIds: [principalId, substituteId] };
}
