import { setTransportFactory } from "nats/lib/nats-base-client/transport.js";
import { NodeTransport, nodeResolveHost } from "nats/lib/src/node_transport.js";
import { createPromptTurns, createRestingTurns, TURN_BYTES } from "./reading-turns.ts";

/** How a connection is read. */
export interface Reading {
  /** Whether it rests after each turn: for what others send as they like. Default false. */
  rests?: boolean;
}

/**
 * The client's connection, read in turns. By itself the client reads what the operating system has of a saturated
 * connection, up to 2 MB, and calls the handler of every message in it, before anything else has its turn.
 */
class TurnTransport extends NodeTransport {
  override async *iterate(): AsyncIterableIterator<Uint8Array> {
    const { rests } = this.options as Reading;
    const take = rests ? createRestingTurns() : createPromptTurns();
    for await (const chunk of super.iterate()) {
      for (let at = 0; at < chunk.length; at += TURN_BYTES) {
        const piece = chunk.subarray(at, at + TURN_BYTES);
        for (let turn = take(piece.length); turn !== undefined; turn = take(piece.length)) {
          this.socket.pause();
          await turn;
          // The client's parser belongs to the next connection by now: what is left of this one would garble it.
          if (this.done) return;
          this.socket.resume();
        }
        yield piece;
      }
    }
  }
}

/** Has the client read connections in turns that it opens from now on; call it after the client's `connect`. */
export function readInTurns(): void {
  setTransportFactory({ factory: () => new TurnTransport(), dnsResolveFn: nodeResolveHost });
}
