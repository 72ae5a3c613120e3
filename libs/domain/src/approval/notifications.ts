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

/** Ends the message of those whose verdict is needed, if its text does not say so. */
export const ASKED = " — awaiting your approval";
/** Ends the message of those whose verdict is needed again. */
export const ASKED_AGAIN = " — awaiting your approval again";
/** Ends the message of a substitute who may decide in the place of somebody asked. */
export const inPlaceOf = (name: string): string => ` (for ${name})`;

/**
 * The text of an event's notifications (specification: "Notification rules", 3, and the contract's fallbacks), with
 * hidden characters spelt out (SAFE-7). The remark in the event stays unchanged.
 *
 * @param suffix - added for some of the recipients
 */
export function messageOf(event: NotifiedEvent, suffix = ""): string {
  const message = escapeHidden(templateOf(event) + suffix);
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message;
}

function templateOf(event: NotifiedEvent): string {
  const { metadata } = event;
  const ref = metadata.ref || event.refId;
  const stage = metadata.stageName ?? "";
  switch (event.event) {
    case "TASK_CREATED":
      return `${ref} submitted for your approval — ${stage}`;
    case "STAGE_ADVANCED":
      return `${ref} reached ${stage} — awaiting your approval`;
    case "APPROVED":
      return `${ref} was approved by ${byWhom(event)}`;
    case "REJECTED": {
      const by = metadata.principalId === undefined ? "" : ` by ${byWhom(event)}`;
      const returned = metadata.stageName === undefined ? "" : ` — returned to ${metadata.stageName}`;
      return `${ref} was rejected${by}${remarkOf(event)}${returned}`;
    }
    case "COMPLETED":
      return `${ref} has been fully approved`;
    case "AMENDED":
      return `${ref} was changed${remarkOf(event)}`;
    case "OBJECTED":
      return `${ref} was not approved by ${byWhom(event)}${remarkOf(event)} — ${stage} goes on`;
    case "REASSIGNED":
      return `${ref} was reassigned from ${principalOf(event)} to ${userOf(event)}${remarkOf(event)}`;
    case "APPROVER_ADDED":
      return `${ref}: ${actorOf(event)} added ${userOf(event)} ${metadata.position === "AFTER" ? "after" : "to"} ${stage}${remarkOf(event)}`;
    case "VERDICT_WITHDRAWN":
      return `${ref}: ${byWhom(event)} withdrew the verdict on ${stage}`;
    case "RECALLED":
      return `${ref} was recalled by ${actorOf(event)}${remarkOf(event)}`;
    case "REPLACED":
      return `${ref} was replaced by its owner's submission`;
    case "SKIPPED":
      return `${ref} reached ${stage} — the approval that ${userOf(event)} has just given counts there too`;
    case "UNASSIGNED":
      return `${ref} reached ${stage} — nobody can decide there yet`;
    case "APPROVER_LEFT":
      return `${ref} no longer asks ${userOf(event)}, who has left`;
    default:
      return event.event satisfies never;
  }
}

const actorOf = ({ actorId, metadata }: NotifiedEvent) => metadata.actorName || actorId;
const userOf = ({ metadata }: NotifiedEvent) => metadata.userName || metadata.userId || "";
const principalOf = ({ metadata }: NotifiedEvent) => metadata.principalName || metadata.principalId || "";

/** The user who acted, and the one they acted for if that is somebody else. */
function byWhom(event: NotifiedEvent): string {
  const isForAnother = event.metadata.principalId !== undefined;
  return isForAnother ? `${actorOf(event)} for ${principalOf(event)}` : actorOf(event);
}

function remarkOf({ metadata: { remark } }: NotifiedEvent): string {
  return remark?.trim() ? `: ${remark}` : "";
}

/** The notifications of an event: one for each recipient, each user once. */
export function notificationsOf(event: RunEvent): RunNotification[] {
  const messages = new Map<string, string>();
  const suffixedWith = (suffix: string) => {
    const message = messages.get(suffix) ?? messageOf(event, suffix);
    messages.set(suffix, message);
    return message;
  };
  return [...new Set(event.targetIds)].map((userId) => ({
    userId,
    message: suffixedWith(event.suffixes?.[userId] ?? ""),
  }));
}
