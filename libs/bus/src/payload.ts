import { hasTooManyValues } from "@countersign/service-kit";
import type { BusMessage } from "./bus.ts";

const MAX_HEADER_TEXT = 1_000;

/** Bytes of a payload: JSON, or bytes as they are. */
export function encodePayload(data: BusMessage["data"]): Uint8Array {
  return data instanceof Uint8Array ? data : Buffer.from(JSON.stringify(data ?? null));
}

/** Reads JSON; `undefined` for anything else. */
export function decodePayload(raw: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Makes a text fit for a header: one line, without control characters at its edges, bounded. */
export function headerText(text: string, maxLength = MAX_HEADER_TEXT): string {
  // Cut first: the time of the steps below grows with the length.
  return text
    .slice(0, maxLength)
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
}

/**
 * Bytes of JSON that are read: a document's tables alone may have 768 KB (contract-3, DOC-6), and a broker takes a megabyte
 * with the headers, unless its configuration says otherwise.
 */
const MAX_JSON_BYTES = 1_000_000;
/** Values of that JSON: three tables of 2,000 rows and 12 columns have 78,000, the largest stages 20,000. */
const MAX_JSON_VALUES = 100_000;

/** Why a payload is not read as JSON: it would cost more memory than any message needs. */
export function findSizeFault(raw: Uint8Array): string | undefined {
  if (raw.length > MAX_JSON_BYTES) return `the payload has ${raw.length} bytes, more than ${MAX_JSON_BYTES}`;
  return hasTooManyValues(raw, MAX_JSON_VALUES)
    ? `the payload has more than ${MAX_JSON_VALUES} values`
    : undefined;
}
