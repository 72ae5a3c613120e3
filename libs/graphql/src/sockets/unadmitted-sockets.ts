import { networkOf } from "@countersign/service-kit";

interface Waiting {
  network: string;
  turnAway: () => void;
}

/**
 * Bounds the sockets whose clients have connected and not sent a credential yet.
 *
 * @param options.max - sockets in all, and `maxPerAddress` of one address (for IPv6 a /64)
 */
export function createUnadmittedSockets(options: { max: number; maxPerAddress: number }) {
  // In the order in which they came.
  const all = new Set<Waiting>();
  const byNetwork = new Map<string, Set<Waiting>>();

  function leave(socket: Waiting): void {
    const neighbours = byNetwork.get(socket.network);
    all.delete(socket);
    neighbours?.delete(socket);
    if (neighbours?.size === 0) byNetwork.delete(socket.network);
  }

  function makePlaceAmong(sockets: ReadonlySet<Waiting>): void {
    const [longest] = sockets;
    if (longest === undefined) return;
    leave(longest);
    longest.turnAway();
  }

  return {
    /**
     * Takes a new socket in. Without a free place, the socket that has waited longest is closed: honest clients need one
     * round trip, so a crowd that only waits keeps nobody out.
     *
     * @param turnAway - called when this socket has to make room
     * @returns to be called when the socket is admitted or closed; further calls do nothing
     */
    enter: (address: string, turnAway: () => void): (() => void) => {
      const network = networkOf(address);
      const neighbours = byNetwork.get(network) ?? new Set();
      if (neighbours.size >= options.maxPerAddress) makePlaceAmong(neighbours);
      else if (all.size >= options.max) makePlaceAmong(all);
      const socket = { network, turnAway };
      all.add(socket);
      byNetwork.set(network, neighbours.add(socket));
      return () => leave(socket);
    },
  };
}
