import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Least pace at which a client must read while data waits for it. */
export interface ReadingPace {
  /**
   * Time between two looks at a connection, in milliseconds. Not much less than 30 s for real clients, because the
   * operating system takes more only when a third of its buffer is free, which may be a megabyte.
   */
  everyMs: number;
  /** Fewest bytes that the client must take from one look to the next, unless it takes everything. */
  leastBytes: number;
}

/** Bytes on their way to a client at one look. */
interface Backlog {
  /** Handed to the operating system since the connection opened. */
  taken: number;
  /** Waiting for the operating system, which means for the client to read. */
  waiting: number;
}

/** The two counters of libuv's stream. Node has no public counter that grows during a single large write. */
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
 * Watches how fast a client reads. Time in which no data waits for the client does not count.
 *
 * @returns to be called every `everyMs`; tells whether the client has read too little since the last call
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

/** How often the unread bytes of all connections are summed up. */
const SUM_EVERY_MS = 1_000;

/**
 * Closes connections of a server whose clients leave too much unread, because unread data fills the memory: those that
 * read more slowly than the pace, and the fullest ones while all together have more than the server may keep. Applies to
 * every connection that the server accepted, also after an upgrade.
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
  function forget(this: Socket): void {
    watches.delete(this);
  }
  function cut(socket: Socket): void {
    onCut(socket);
    socket.destroy();
  }
  function cutSlow(): void {
    for (const [socket, isTooSlow] of watches) if (isTooSlow()) cut(socket);
  }
  function cutFullest(): void {
    let unread = 0;
    for (const { writableLength } of watches.keys()) unread += writableLength;
    if (unread <= unreadMaxBytes) return;
    for (const socket of [...watches.keys()].toSorted((a, b) => b.writableLength - a.writableLength)) {
      if (unread <= unreadMaxBytes) return;
      unread -= socket.writableLength;
      cut(socket);
    }
  }
  server.on("connection", (socket) => {
    watches.set(socket, createReadingWatch(socket, readingPace.leastBytes));
    socket.once("close", forget);
  });
  server.on("listening", () => {
    const timers = [setInterval(cutSlow, readingPace.everyMs), setInterval(cutFullest, SUM_EVERY_MS)];
    for (const timer of timers) timer.unref();
    server.once("close", () => {
      for (const timer of timers) clearInterval(timer);
    });
  });
}
