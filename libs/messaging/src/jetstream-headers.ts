import { headers as createHeaders, type MsgHdrs } from "nats";
import type { Delivery } from "./bus.ts";
import { decodePayload } from "./payload.ts";

const MESSAGE_ID_HEADER = "Nats-Msg-Id";
/** Written by the broker when a request comes from another account by a shared import; a client's own is removed. */
const REQUEST_INFO_HEADER = "Nats-Request-Info";

/** NATS headers of a message. */
export function toHeaders(values: Readonly<Record<string, string>> = {}, id?: string): MsgHdrs {
  const result = createHeaders();
  for (const [name, value] of Object.entries(values)) result.set(name, value);
  if (id !== undefined) result.set(MESSAGE_ID_HEADER, id);
  return result;
}

/** Reads a NATS message, without the platform's prefix. */
export type DeliveryReader = (
  message: { subject: string; data: Uint8Array; headers?: MsgHdrs | undefined },
  attempt: number,
) => Delivery;

export function createDeliveryReader(prefix: string): DeliveryReader {
  return ({ subject, data, headers }, attempt) => {
    const values = Object.fromEntries(
      (headers?.keys() ?? []).map((name) => [name, headers?.get(name) ?? ""]),
    );
    const { [MESSAGE_ID_HEADER]: id, ...others } = values;
    return {
      subject: subject.slice(prefix.length),
      id,
      data: decodePayload(data),
      raw: data,
      headers: others,
      attempt,
    };
  };
}

/** The account that a request came from; stored messages have none. */
export function accountOf({ headers }: { headers?: MsgHdrs | undefined }): { account?: string } {
  const info = decodePayload(Buffer.from(headers?.get(REQUEST_INFO_HEADER) ?? ""));
  const { acc } = (info ?? {}) as { acc?: unknown };
  return typeof acc === "string" ? { account: acc } : {};
}
