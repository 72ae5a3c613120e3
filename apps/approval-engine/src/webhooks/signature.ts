import { createHmac } from "node:crypto";

/** A message to sign. */
export interface SignedContent {
  id: string;
  sentAt: Date;
  body: string;
}

/**
 * The headers of Standard Webhooks 1.0.0: id, time in seconds, and a signature `v1` by each secret, so that a receiver takes
 * either while one replaces the other.
 */
export function signatureHeaders(
  { id, sentAt, body }: SignedContent,
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const sign = (secret: Uint8Array) =>
    createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}
