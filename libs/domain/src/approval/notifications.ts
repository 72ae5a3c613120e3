import { type Text, render, text } from "@countersign/texts";

import { agentLabel } from "./agents.ts";
import type { AskedBy, RunEvent } from "./commands.ts";
import { stageNamed } from "./stage-name.ts";
import { escapeHidden, shortenText } from "../text/index.ts";
import type { Id } from "./types.ts";

/** The recipient's part in an event (contract-3, TEXT-1). */
export const NOTIFICATION_PARTS = ["ASKED", "SUBMITTER", "APPROVER", "TALKING", "PRIVILEGED"] as const;
export type NotificationPart = (typeof NOTIFICATION_PARTS)[number];

/** The fields of a notification row beside those of its event. */
export interface RunNotification {
  userId: Id;
  /** In English (specification: "Notification rules", 3). */
  message: string;
  text: Text;
  part: NotificationPart;
}

/** Longest message, in UTF-16 units. Spelt-out characters must not make it longer than recipients accept. */
const MAX_MESSAGE = 2_600;

type NotifiedEvent = Pick<RunEvent, "event" | "refId" | "actorId" | "metadata">;

/**
 * The words of a notification (specification: "Notification rules", 3, and the contract's fallbacks), with hidden
 * characters spelt out (SAFE-7) and cut where they are too long.
 *
 * @param write - writes a text in the reader's language. Default: in English, as messages are stored
 */
export function notificationWords(of: Text, write: (of: Text) => string = render): string {
  return shortenText(escapeHidden(write(of)), MAX_MESSAGE);
}

/** The English text of an event's notification. */
export const messageOf = (event: NotifiedEvent, askedBy?: AskedBy): string =>
  notificationWords(textOf(event, askedBy));

/**
 * The text of an event's notification.
 *
 * @param askedBy - for a recipient who is asked
 */
function textOf({ actorId, ...event }: NotifiedEvent, askedBy: AskedBy = {}): Text {
  const { metadata } = event;
  const { stageName, principalId } = metadata;
  const code = codeOf(event);
  const actor = actorIn(metadata, actorId);
  const principal = metadata.principalName || principalId || "";
  const oneForAnother = principalId === undefined ? actor : text("part.oneForAnother", { actor, principal });
  // The actor of these is named alone, whoever is in the event besides.
  const isAlone = event.event === "APPROVER_ADDED" || event.event === "RECALLED";
  // A rejection names its actor only where one acted for another; the contract has it so.
  const rejecter = principalId === undefined ? "" : text("part.by", { name: oneForAnother });
  const isReturned = event.event === "REJECTED" && stageName !== undefined;
  const stage = stageNamed(stageName ?? "");
  return text(code, {
    ref: metadata.ref || event.refId,
    stage,
    by: event.event === "REJECTED" ? rejecter : isAlone ? actor : oneForAnother,
    person: metadata.userName || metadata.userId || "",
    principal,
    remark: metadata.remark?.trim() ? text("part.remark", { remark: metadata.remark }) : "",
    returned: isReturned ? text("part.returned", { stage }) : "",
    ending: endingOf(askedBy),
    nudge: event.event === "REMINDED" && actor !== "" ? text("part.nudge", { name: actor }) : "",
  });
}

/** Which text an event has. */
function codeOf({ event, metadata }: Pick<NotifiedEvent, "event" | "metadata">) {
  switch (event) {
    case "APPROVER_ADDED":
      return metadata.position === "AFTER"
        ? "notification.APPROVER_ADDED_AFTER"
        : "notification.APPROVER_ADDED";
    case "TIMED_OUT":
      return metadata.mode === "APPROVE"
        ? "notification.TIMED_OUT_APPROVED"
        : "notification.TIMED_OUT_REJECTED";
    default:
      return `notification.${event}` as const;
  }
}

/** The acting user, or nobody; a program that acted with their token is called their agent. */
function actorIn({ actorName, agent, client }: NotifiedEvent["metadata"], actorId: Id = ""): string | Text {
  const label = agentLabel("", client);
  if (!agent || !actorName?.endsWith(label)) return actorName || actorId;
  const name = actorName.slice(0, -label.length);
  return client ? text("part.agentWithName", { name, client }) : text("part.agent", { name });
}

function endingOf({ ending, inPlaceOf: name }: AskedBy): string | Text {
  const place = name === undefined ? "" : text("part.inPlaceOf", { name });
  return ending === undefined ? place : text(`part.${ending}`, { place });
}

/** The notifications of an event: one for each recipient, each user once. */
export function notificationsOf(event: RunEvent, submitterId: Id): RunNotification[] {
  const wordsByKey = new Map<string, Pick<RunNotification, "message" | "text">>();
  const saidTo = (askedBy: AskedBy | undefined) => {
    const key = JSON.stringify(askedBy);
    const of = textOf(event, askedBy);
    const words = wordsByKey.get(key) ?? { message: notificationWords(of), text: of };
    wordsByKey.set(key, words);
    return words;
  };
  return [...new Set(event.targetIds)].map((userId) => {
    const askedBy = event.asked?.[userId];
    const part = askedBy ? "ASKED" : userId === submitterId ? "SUBMITTER" : "APPROVER";
    const { message, text: saidText } = saidTo(askedBy);
    return { userId, part, message, text: saidText };
  });
}
