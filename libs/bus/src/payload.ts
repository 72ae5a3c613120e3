import { hasTooManyValues, MAX_JSON_VALUES } from "@countersign/service-kit";
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

/** Bytes of JSON that are read; the largest command (50 stages of 200 approvers) has 300 KB. */
const MAX_JSON_BYTES = 512 * 1024;

/** Why a payload is not read as JSON: it would cost more memory than any message needs. */
export function findSizeFault(raw: Uint8Array): string | undefined {
  if (raw.length > MAX_JSON_BYTES) return `the payload has ${raw.length} bytes, more than ${MAX_JSON_BYTES}`;
  return hasTooManyValues(raw) ? `the payload has more than ${MAX_JSON_VALUES} values` : undefined;
}
