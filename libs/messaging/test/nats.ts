import { randomUUID } from "node:crypto";
import { createServer, connect as connectSocket, type AddressInfo, type Socket } from "node:net";
import { connect } from "nats";

/** The server that the broker suites run against. */
export const NATS_URL = process.env["NATS_URL"] || "nats://127.0.0.1:4222";

/** A prefix that no other run uses. */
export function randomPrefix(): string {
  return `test-${randomUUID()}-`;
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

/** A way to the server that can be cut. */
export interface Link {
  url: string;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections again, at the same address. */
  heal(): Promise<void>;
}

/** Opens a way to the NATS server through a proxy on a port of its own. */
export async function openLink(): Promise<Link> {
  const { hostname, port } = new URL(NATS_URL);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connectSocket(Number(port || 4222), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (at: number) =>
    new Promise<void>((resolve) => {
      server.listen(at, "127.0.0.1", resolve);
    });
  await listen(0);
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `nats://127.0.0.1:${ownPort}`,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    heal: () => listen(ownPort),
  };
}
