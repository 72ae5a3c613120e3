import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { deserialize, type Document, serialize } from "bson";
import { createFramer } from "../src/wire.ts";
import { raise } from "./support.ts";

const OP_MSG = 2013;
const HEADER_BYTES = 16;

/** A connection that sends any command, unlike a driver. */
export interface RawConnection {
  readonly socket: Socket;
  /** Sends a command and waits for its answer; one at a time. */
  command(body: Document): Promise<Document>;
  send(bytes: Buffer): void;
  /** Resolves when the server has closed the connection. */
  closed(): Promise<void>;
  close(): void;
}

export async function openRawConnection(uri: string): Promise<RawConnection> {
  const { hostname, port } = new URL(uri);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const split = createFramer();
  const waitingReaders: ((reply: Document) => void)[] = [];
  socket.on("data", (chunk) => {
    for (const message of split(Buffer.from(chunk)))
      waitingReaders.shift()?.(deserialize(message.subarray(HEADER_BYTES + 5)));
  });
  const isClosed = new Promise<void>((resolve) => {
    socket.on("close", () => resolve());
    socket.on("error", () => resolve());
  });
  return {
    socket,
    command: (body) =>
      new Promise((resolve, reject) => {
        waitingReaders.push(resolve);
        void isClosed.then(() => reject(new Error("the connection was closed")));
        socket.write(encodeCommand(body));
      }),
    send: (bytes) => void socket.write(bytes),
    closed: () => isClosed,
    close: () => socket.destroy(),
  };
}

export function encodeCommand(body: Document): Buffer {
  const bson = serialize(body);
  const head = Buffer.alloc(HEADER_BYTES + 5);
  head.writeInt32LE(head.length + bson.length, 0);
  head.writeInt32LE(1, 4);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, bson]);
}

/** How often a command has been called. */
export async function callsOf(connection: RawConnection, name: string): Promise<number> {
  const status = await connection.command({ serverStatus: 1, $db: "admin" });
  const { metrics } = status as { metrics?: { commands?: Record<string, { total: number }> } };
  return metrics?.commands
    ? (metrics.commands[name]?.total ?? 0)
    : raise("the server does not count commands");
}
