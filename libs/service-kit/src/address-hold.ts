import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How long nothing is read from an address. A read full of small requests costs 15 to 35 ms of CPU. */
const HOLD_MS = 200;

function hold(socket: Socket, waiting: Set<Socket>): void {
  // Somebody else paused it already, and resumes it.
  if (socket.isPaused()) return;
  waiting.add(socket);
  socket.pause();
}

/** Groups of an IPv6 address that name the network. One client may own a whole network, a /64. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;

/**
 * The network that counts as one address: for IPv6 the /64, because one owner has all of it.
 *
 * @param address from Node; an IPv4 address stays unchanged, also in IPv6 notation
 */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = [], tail = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(GROUPS - head.length - tail.length).fill("0");
  return [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(":");
}

/**
 * Bounds the cost of all connections of one address once one of them was cut off for abuse: for a moment the server
 * reads nothing from the others, nor from new ones. They stay open and are read afterwards, so clients that share the
 * address wait, but lose nothing. Answers are sent meanwhile.
 *
 * @returns to be called with each connection that is cut off, before it is destroyed
 */
export function createAddressHold(server: Server): (cut: Socket) => void {
  const connections = new Map<string, Set<Socket>>();
  /** The connections that wait, by network. */
  const held = new Map<string, Set<Socket>>();

  function release(network: string): void {
    const waiting = held.get(network) ?? [];
    held.delete(network);
    for (const socket of waiting) socket.resume();
  }

  server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    const network = networkOf(remoteAddress);
    const others = connections.get(network) ?? new Set();
    connections.set(network, others.add(socket));
    socket.once("close", () => {
      held.get(network)?.delete(socket);
      others.delete(socket);
      if (others.size === 0 && connections.get(network) === others) connections.delete(network);
    });
    // Node begins to read from a new connection only after this event.
    process.nextTick(() => {
      const waiting = held.get(network);
      if (waiting) hold(socket, waiting);
    });
  });

  return ({ remoteAddress }) => {
    if (remoteAddress === undefined) return;
    const network = networkOf(remoteAddress);
    if (held.has(network)) return;
    const waiting = new Set<Socket>();
    held.set(network, waiting);
    for (const socket of connections.get(network) ?? []) hold(socket, waiting);
    setTimeout(release, HOLD_MS, network).unref();
  };
}
