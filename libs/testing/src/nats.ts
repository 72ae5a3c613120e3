import { randomUUID } from "node:crypto";
import { connect } from "nats";

/** The server that the broker suites run against. */
export const NATS_URL = process.env["NATS_URL"] || "nats://127.0.0.1:4222";

/** A prefix for subjects, streams and durables that no other run uses. */
export function randomPrefix(): string {
  return `test-${randomUUID().slice(0, 13)}-`;
}

/** Deletes every stream whose name begins with the prefix, key-value buckets included. */
export async function deleteStreams(prefix: string): Promise<void> {
  const connection = await connect({ servers: NATS_URL });
  const manager = await connection.jetstreamManager();
  for await (const name of manager.streams.names()) {
    if (name.startsWith(prefix) || name.startsWith(`KV_${prefix}`)) await manager.streams.delete(name);
  }
  await connection.close();
}
