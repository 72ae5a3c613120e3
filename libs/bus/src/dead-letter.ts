import { createHash } from "node:crypto";
import { deadLetterSubject } from "@countersign/contracts";
import type { BusMessage, Delivery } from "./bus.ts";
import { MessageNotAccepted } from "./bus.ts";
import { headerText } from "./payload.ts";

/** Headers of the sender that a dead letter keeps. Others could prevent the letter from being stored. */
const KEPT_HEADERS: ReadonlySet<string> = new Set(["content-type", "traceparent", "tracestate"]);
/** A longer subject would leave no room for the letter's subject in the protocol's line. */
const MAX_SUBJECT = 255;
const MAX_KEPT_TEXT = 512;
/** The letter's own headers are bounded, and smaller than this. */
const HEADER_ROOM_BYTES = 16 * 1024;

/** A message that is given up, and its place. */
export interface GivenUp {
  delivery: Delivery;
  stream: string;
  durable: string;
  reason: string;
  /** Its number in the stream. */
  sequence: number;
  /** Distinguishes it from the message of the same number in a deleted stream of the same name. */
  storedAt?: string | undefined;
}

/**
 * Stores a dead letter: the message with its reason. If the message does not fit beside the letter's headers, or the
 * dead-letter stream refuses it, the letter holds its place in the stream, its size and its hash instead.
 *
 * @param maxBytes largest message that the broker takes, headers included
 * @throws MessageNotAccepted when that letter cannot be stored either; BusUnavailable when it cannot be stored now
 */
export async function storeDeadLetter(
  publish: (letter: BusMessage) => Promise<void>,
  message: GivenUp,
  maxBytes: number,
): Promise<void> {
  const { delivery, durable, stream, sequence, storedAt } = message;
  const letter = {
    subject: deadLetterSubject(shortSubject(delivery.subject)),
    id: [durable, stream, sequence, storedAt].filter((part) => part !== undefined).join("."),
    headers: headersOf(message),
  };
  if (delivery.raw.length + HEADER_ROOM_BYTES <= maxBytes) {
    try {
      return await publish({ ...letter, data: delivery.raw });
    } catch (error) {
      if (!(error instanceof MessageNotAccepted)) throw error;
    }
  }
  const headers = { ...letter.headers, "content-type": "application/json", "Dead-Letter-Body": "omitted" };
  await publish({ ...letter, headers, data: referenceTo(message) });
}

function headersOf({ delivery, stream, durable, reason, sequence }: GivenUp): Record<string, string> {
  const keptHeaders = Object.entries(delivery.headers).filter(([name]) =>
    KEPT_HEADERS.has(name.toLowerCase()),
  );
  return {
    ...Object.fromEntries(
      keptHeaders.map(([name, value]) => [name.toLowerCase(), headerText(value, MAX_KEPT_TEXT)]),
    ),
    "Dead-Letter-Reason": headerText(reason),
    "Dead-Letter-Subject": headerText(delivery.subject, MAX_SUBJECT),
    "Dead-Letter-Stream": stream,
    "Dead-Letter-Sequence": String(sequence),
    "Dead-Letter-Consumer": durable,
    "Dead-Letter-Attempts": String(delivery.attempt),
    ...(delivery.id === undefined ? {} : { "Dead-Letter-Message-Id": headerText(delivery.id, MAX_SUBJECT) }),
  };
}

function referenceTo({ delivery, stream, sequence, reason }: GivenUp) {
  const sha256 = createHash("sha256").update(delivery.raw).digest("hex");
  return { omitted: true, stream, sequence, bytes: delivery.raw.length, sha256, reason: headerText(reason) };
}

/** Drops a trailing dot, because no stream keeps such a subject. */
function shortSubject(subject: string): string {
  return subject.slice(0, MAX_SUBJECT).replace(/\.+$/u, "");
}
