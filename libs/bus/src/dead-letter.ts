import { createHash } from "node:crypto";
import { deadLetterSubject } from "@countersign/contracts";
import type { BusMessage, Delivery } from "./bus.ts";
import { MessageNotAccepted } from "./bus.ts";
import { headerText } from "./payload.ts";

/** What of a sender's headers a dead letter keeps; any other could keep the letter from being stored. */
const KEPT_HEADERS: ReadonlySet<string> = new Set(["content-type", "traceparent", "tracestate"]);
/** A longer subject would leave no room in the protocol's line for that of the letter. */
const MAX_SUBJECT = 255;
const MAX_KEPT_TEXT = 512;
/** The letter's own headers are smaller, each of them being bounded. */
const HEADER_ROOM_BYTES = 16 * 1024;

/** A message that is given up, and where it stands. */
export interface GivenUp {
  delivery: Delivery;
  stream: string;
  durable: string;
  reason: string;
  /** Its number in the stream. */
  sequence: number;
  /** Tells it from a message of the same number in a stream of the same name that was deleted. */
  storedAt?: string | undefined;
}

/**
 * Stores a dead letter: the message with its reason. Where the message does not fit beside the letter's headers, or the
 * dead-letter stream does not take it, the letter says in its place where it is kept, with its size and hash.
 *
 * @param maxBytes what the broker takes of one message, headers included
 * @throws MessageNotAccepted when not even that can be stored; BusUnavailable when it cannot be stored now
 */
export async function storeDeadLetter(
  publish: (letter: BusMessage) => Promise<void>,
  message: GivenUp,
  maxBytes: number,
): Promise<void> {
  const { delivery, durable, stream, sequence, storedAt } = message;
  const letter = {
    subject: deadLetterSubject(shortened(delivery.subject)),
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
  const kept = Object.entries(delivery.headers).filter(([name]) => KEPT_HEADERS.has(name.toLowerCase()));
  return {
    ...Object.fromEntries(
      kept.map(([name, value]) => [name.toLowerCase(), headerText(value, MAX_KEPT_TEXT)]),
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

/** A last dot would make a subject that no stream keeps. */
function shortened(subject: string): string {
  return subject.slice(0, MAX_SUBJECT).replace(/\.+$/u, "");
}
