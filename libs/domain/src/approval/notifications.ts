import type { RunEvent } from "./commands.ts";
import { escapeHidden } from "../text/index.ts";
import type { Id } from "./types.ts";

/** The fields of a notification row beside those of its event. */
export interface RunNotification {
  userId: Id;
  message: string;
}

/** Longest message, in UTF-16 units. Spelt-out characters must not make it longer than recipients accept. */
const MAX_MESSAGE = 2_600;

type NotifiedEvent = Pick<RunEvent, "event" | "refId" | "actorId" | "metadata">;

/** Ends the message of those whose verdict is needed again. */
const ASKED_AGAIN = " — awaiting your approval again";

/**
 * The text of an event's notifications (specification: "Notification rules", 3, and the contract's fallbacks), with
 * hidden characters spelt out (SAFE-7). The remark in the event stays unchanged.
 *
 * @param ending - added for some of the recipients
 */
export function messageOf(event: NotifiedEvent, ending = ""): string {
  const message = escapeHidden(templateOf(event) + ending);
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message;
}

function templateOf(event: NotifiedEvent): string {
  const { metadata } = event;
  const ref = metadata.ref || event.refId;
  switch (event.event) {
    case "TASK_CREATED":
      return `${ref} submitted for your approval — ${metadata.stageName ?? ""}`;
    case "STAGE_ADVANCED":
      return `${ref} reached ${metadata.stageName ?? ""} — awaiting your approval`;
    case "APPROVED":
      return `${ref} was approved by ${metadata.actorName || event.actorId}`;
    case "REJECTED": {
      const returned = metadata.stageName === undefined ? "" : ` — returned to ${metadata.stageName}`;
      return `${ref} was rejected${remarkOf(event)}${returned}`;
    }
    case "COMPLETED":
      return `${ref} has been fully approved`;
    case "AMENDED":
      return `${ref} was changed${remarkOf(event)}`;
    default:
      return event.event satisfies never;
  }
}

function remarkOf({ metadata: { remark } }: NotifiedEvent): string {
  return remark?.trim() ? `: ${remark}` : "";
}

/** The notifications of an event: one for each recipient, each user once. */
export function notificationsOf(event: RunEvent): RunNotification[] {
  const message = messageOf(event);
  const askedAgain = new Set(event.askedAgainIds);
  const toAsked = askedAgain.size > 0 ? messageOf(event, ASKED_AGAIN) : message;
  return [...new Set(event.targetIds)].map((userId) => ({
    userId,
    message: askedAgain.has(userId) ? toAsked : message,
  }));
}
