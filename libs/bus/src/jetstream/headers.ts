import { headers as createHeaders, type Msg, type MsgHdrs } from "nats";
import type { Delivery } from "../bus.ts";
import { decodePayload } from "../payload.ts";

const MESSAGE_ID_HEADER = "Nats-Msg-Id";
/** Written by the broker when a request comes from another account by a shared import; a client's own is removed. */
const REQUEST_INFO_HEADER = "Nats-Request-Info";
/** The client's time to read headers grows with the square of their number, so longer headers are not read. */
const MAX_HEADER_BYTES = 8 * 1024;

/** NATS headers of a message. */
export function toHeaders(values: Readonly<Record<string, string>> = {}, id?: string): MsgHdrs {
  const result = createHeaders();
  for (const [name, value] of Object.entries(values)) result.set(name, value);
  if (id !== undefined) result.set(MESSAGE_ID_HEADER, id);
  return result;
}

/** Reads a NATS message without the platform's prefix. The payload is read on demand. */
export type DeliveryReader = (message: Message, attempt: number) => Delivery;

/** A message from the client: bare, of a stream, or a request to a service. */
type Message = Pick<Msg, "subject" | "data"> & { headers?: MsgHdrs | undefined };

export function createDeliveryReader(prefix: string): DeliveryReader {
  return (message, attempt) => {
    const { values, fault } = readHeaders(message);
    const { [MESSAGE_ID_HEADER]: id, ...headers } = values;
    let parsedBody: { data: unknown } | undefined;
    return {
      subject: message.subject.slice(prefix.length),
      id,
      raw: message.data,
      headers,
      attempt,
      ...(fault !== undefined && { fault }),
      get data() {
        parsedBody ??= { data: decodePayload(message.data) };
        return parsedBody.data;
      },
    };
  };
}

/** The client throws on access to headers that it cannot read, and any sender can write such headers. */
function readHeaders(message: Message): { values: Record<string, string>; fault?: string } {
  const bytes = headerBytesOf(message);
  if (bytes > MAX_HEADER_BYTES) {
    return { values: {}, fault: `the headers have ${bytes} bytes, more than ${MAX_HEADER_BYTES}` };
  }
  try {
    const values = [...(message.headers ?? [])].map(([name, [value = ""]]) => [name, value] as const);
    return { values: Object.fromEntries(values) };
  } catch (error) {
    return { values: {}, fault: `the headers cannot be read: ${(error as Error).message}` };
  }
}

/**
 * Bytes of the headers, or where these are few, of subject and reply address with them: the client decodes both to count
 * them. It gives the size of the bare message only, and wraps that message in the other kinds.
 */
function headerBytesOf(message: Message): number {
  const { msg = message } = message as { msg?: Message };
  const bare = msg as Msg & { size: () => number };
  const bytes = bare.size() - bare.data.length;
  if (bytes <= MAX_HEADER_BYTES) return bytes;
  return bytes - Buffer.byteLength(bare.subject) - Buffer.byteLength(bare.reply ?? "");
}

/** The account that a request came from; `undefined` for the own one, and for headers that cannot be read. */
export function accountOf(message: Message): string | undefined {
  const text = requestInfoOf(message);
  if (text === undefined) return undefined;
  const { acc } = (decodePayload(Buffer.from(text)) ?? {}) as { acc?: unknown };
  return typeof acc === "string" ? acc : undefined;
}

function requestInfoOf(message: Message): string | undefined {
  if (headerBytesOf(message) > MAX_HEADER_BYTES) return undefined;
  try {
    return message.headers?.get(REQUEST_INFO_HEADER);
  } catch {
    return undefined;
  }
}
