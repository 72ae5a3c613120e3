import { setImmediate as nextTurn } from "node:timers/promises";
import { setTransportFactory } from "nats/lib/nats-base-client/transport.js";
import { NodeTransport, nodeResolveHost } from "nats/lib/src/node_transport.js";

/** Bytes that are read in one turn of the event loop: some 80 of the smallest messages, half a millisecond. */
const TURN_BYTES = 4 * 1024;

/**
 * The client's connection, read in turns. By itself the client reads what the operating system has of a saturated
 * connection, up to 2 MB, and calls the handler of every message in it, before anything else has its turn.
 */
class TurnTransport extends NodeTransport {
  override async *iterate(): AsyncIterableIterator<Uint8Array> {
    let left = TURN_BYTES;
    let turn: Promise<void> | undefined;
    const begin = async () => {
      await nextTurn();
      left = TURN_BYTES;
      turn = undefined;
    };
    for await (const chunk of super.iterate()) {
      for (let at = 0; at < chunk.length;) {
        turn ??= begin();
        if (left === 0) {
          this.socket.pause();
          await turn;
          // The client's parser belongs to the next connection by now: what is left of this one would garble it.
          if (this.done) return;
          this.socket.resume();
          continue;
        }
        const piece = chunk.subarray(at, at + left);
        at += piece.length;
        left -= piece.length;
        yield piece;
      }
    }
  }
}

/** Has the client read connections in turns that it opens from now on; call it after the client's `connect`. */
export function readInTurns(): void {
  setTransportFactory({ factory: () => new TurnTransport(), dnsResolveFn: nodeResolveHost });
}
