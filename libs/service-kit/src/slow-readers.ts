import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Least pace at which a client must read while data waits for it. */
export interface ReadingPace {
  /** Time between two looks at a connection, in milliseconds. */
  everyMs: number;
  /** Fewest bytes that must leave from one look to the next, unless fewer wait. */
  leastBytes: number;
}

/**
 * Watches how fast a client reads, by the bytes that wait for it and those that have left. Time in which nothing waits
 * does not count.
 *
 * @returns to be called every `everyMs`; tells whether the client has read too little since the last call
 */
export function createReadingWatch(socket: Socket, leastBytes: number): () => boolean {
  let before = { sentBytes: 0, unsentBytes: 0 };
  return () => {
    const unsentBytes = socket.writableLength;
    const sentBytes = socket.bytesWritten - unsentBytes;
    const isTooSlow =
      unsentBytes > 0 &&
      before.unsentBytes > 0 &&
      sentBytes - before.sentBytes < Math.min(leastBytes, before.unsentBytes);
    before = { sentBytes, unsentBytes };
    return isTooSlow;
  };
}

/** How often the unsent bytes of all connections are summed up. */
const SUM_EVERY_MS = 1_000;

/**
 * Closes connections of a server whose clients leave too much unread, because it fills the memory: those that read more
 * slowly than the pace, and the fullest ones while all together have more than the server may keep. Applies to every
 * connection, also after an upgrade.
 *
 * @param limits.unreadMaxBytes of all connections together
 * @param onCut called before a connection is closed
 */
export function cutSlowReaders(
  server: Server,
  { readingPace, unreadMaxBytes }: { readingPace: ReadingPace; unreadMaxBytes: number },
  onCut: (socket: Socket) => void,
): void {
  const watches = new Map<Socket, () => boolean>();
  const cut = (socket: Socket) => {
    onCut(socket);
    socket.destroy();
  };
  const cutSlow = () => {
    for (const [socket, isTooSlow] of watches) if (isTooSlow()) cut(socket);
  };
  const cutFullest = () => {
    const fullest = [...watches.keys()].toSorted((a, b) => b.writableLength - a.writableLength);
    let unsentBytes = fullest.reduce((sum, { writableLength }) => sum + writableLength, 0);
    for (const socket of fullest) {
      if (unsentBytes <= unreadMaxBytes) return;
      unsentBytes -= socket.writableLength;
      cut(socket);
    }
  };
  server.on("connection", (socket) => {
    watches.set(socket, createReadingWatch(socket, readingPace.leastBytes));
    socket.once("close", () => watches.delete(socket));
  });
  server.on("listening", () => {
    const timers = [setInterval(cutSlow, readingPace.everyMs), setInterval(cutFullest, SUM_EVERY_MS)];
    for (const timer of timers) timer.unref();
    server.once("close", () => {
      for (const timer of timers) clearInterval(timer);
    });
  });
}
