import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How long nothing is read from an address. A read full of small requests costs 15 to 35 ms of CPU. */
const HOLD_MS = 200;

function hold(socket: Socket, waiting: Set<Socket>): void {
  // Whoever paused it already resumes it.
  if (socket.isPaused()) return;
  waiting.add(socket);
  socket.pause();
}

/**
 * Bounds what the connections of one address cost together once one of them was cut off for abuse: for a moment the
 * server reads nothing from the others, nor from new ones. They stay open and are read from afterwards, so clients that
 * share the address wait, but lose nothing. Answers are sent meanwhile.
 *
 * @returns to be called with each connection that is cut off, before it is destroyed
 */
export function createAddressHold(server: Server): (cut: Socket) => void {
  const connections = new Map<string, Set<Socket>>();
  /** The connections that wait, by address. */
  const held = new Map<string, Set<Socket>>();

  function release(address: string): void {
    const waiting = held.get(address) ?? [];
    held.delete(address);
    for (const socket of waiting) socket.resume();
  }

  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    const others = connections.get(remoteAddress) ?? new Set();
    connections.set(remoteAddress, others.add(socket));
    socket.once("close", () => {
      held.get(remoteAddress)?.delete(socket);
      others.delete(socket);
      if (others.size === 0 && connections.get(remoteAddress) === others) connections.delete(remoteAddress);
    });
    // Node begins to read from a new connection only after this event.
    process.nextTick(() => {
      const waiting = held.get(remoteAddress);
      if (waiting) hold(socket, waiting);
    });
  });

  return ({ remoteAddress }) => {
    if (remoteAddress === undefined || held.has(remoteAddress)) return;
    const waiting = new Set<Socket>();
    held.set(remoteAddress, waiting);
    for (const socket of connections.get(remoteAddress) ?? []) hold(socket, waiting);
    setTimeout(release, HOLD_MS, remoteAddress).unref();
  };
}
