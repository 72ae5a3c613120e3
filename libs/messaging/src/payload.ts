import type { BusMessage, Delivery } from "./bus.ts";

const MAX_HEADER_TEXT = 1_000;

/** Bytes of a payload: JSON, or bytes as they are. */
export function encodePayload(data: BusMessage["data"]): Uint8Array {
  return data instanceof Uint8Array ? data : Buffer.from(JSON.stringify(data ?? null));
}

/** Reads JSON; `undefined` when it is none. */
export function decodePayload(raw: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Makes a text fit for a header: one line, without control characters at its edges, bounded. */
export function headerText(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, MAX_HEADER_TEXT);
}

/** Headers of a dead letter: why it is one, and what it was. */
export function deadLetterHeaders(letter: {
  delivery: Delivery;
  stream: string;
  durable: string;
  reason: string;
}): Record<string, string> {
  const { delivery, stream, durable, reason } = letter;
  return {
    ...delivery.headers,
    "Dead-Letter-Reason": headerText(reason),
    "Dead-Letter-Subject": delivery.subject,
    "Dead-Letter-Stream": stream,
    "Dead-Letter-Consumer": durable,
    "Dead-Letter-Attempts": String(delivery.attempt),
    ...(delivery.id === undefined ? {} : { "Dead-Letter-Message-Id": delivery.id }),
  };
}
