import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How slowly a client may read while something waits for it. */
export interface ReadingPace {
  /** Time between two looks at a connection, in milliseconds. */
  everyMs: number;
  /** Bytes that the client takes at least from one look to the next, unless it takes everything. */
  leastBytes: number;
}

/** What was on its way to a client at one look, in bytes. */
interface Backlog {
  /** Handed to the operating system since the connection opened. */
  taken: number;
  /** Waiting for the operating system, that is for the client to read. */
  waiting: number;
}

/** The two counters of libuv's stream. Node has no public one that grows while a single large write is under way. */
interface StreamHandle {
  bytesWritten: number;
  writeQueueSize: number;
}

/** @returns `undefined` when nothing waits */
function backlogOf(socket: Socket): Backlog | undefined {
  const { _handle: handle } = socket as Socket & { _handle?: StreamHandle | null };
  if (socket.writableLength === 0 || !handle) return undefined;
  return { taken: handle.bytesWritten - handle.writeQueueSize, waiting: handle.writeQueueSize };
}

/**
 * Watches how fast a client reads. Time in which nothing waits for the client does not count, however slow the server is.
 *
 * @returns a look, to be taken every `everyMs`: whether the client has read too little since the look before
 */
export function createReadingWatch(socket: Socket, leastBytes: number): () => boolean {
  let before: Backlog | undefined;
  return () => {
    const now = backlogOf(socket);
    const isTooSlow =
      now !== undefined &&
      before !== undefined &&
      now.taken - before.taken < Math.min(leastBytes, before.waiting);
    before = now;
    return isTooSlow;
  };
}

/**
 * Closes the connections of a server whose clients read more slowly than the pace: what waits for them fills the memory.
 * Holds for every connection that the server accepted, also after an upgrade.
 *
 * @param onCut called before a connection is closed
 */
export function cutSlowReaders(
  server: Server,
  { everyMs, leastBytes }: ReadingPace,
  onCut: (socket: Socket) => void,
): void {
  const watches = new Map<Socket, () => boolean>();
  function forget(this: Socket): void {
    watches.delete(this);
  }
  server.on("connection", (socket) => {
    watches.set(socket, createReadingWatch(socket, leastBytes));
    socket.once("close", forget);
  });
  server.on("listening", () => {
    const timer = setInterval(() => {
      for (const [socket, isTooSlow] of watches) {
        if (!isTooSlow()) continue;
        onCut(socket);
        socket.destroy();
      }
    }, everyMs).unref();
    server.once("close", () => clearInterval(timer));
  });
}
