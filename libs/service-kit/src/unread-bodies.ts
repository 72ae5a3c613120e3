import type { IncomingMessage, ServerResponse } from "node:http";
import { createTurns } from "./event-loop-turns.ts";
import { BYTES_PER_VALUE, REST_MS } from "./json-bodies.ts";
import { mayBeLarge } from "./large-bodies.ts";

/** Bodies that are read slowly at a time: while one waits, Node keeps up to 128 KB of it. The others are Node's. */
const SLOWED_MAX = 256;

/**
 * Slows down the senders of large bodies whose requests were answered early. The rest of such a body is discarded,
 * because many a client reads its answer only after it has sent everything, and the connection stays open for further
 * requests. Node itself would read a gigabyte a second.
 *
 * @param senderOf whose turn the reading takes
 * @returns to be called with each request before it is handled
 */
export function discardInTurns(
  senderOf: (request: IncomingMessage) => string,
): (request: IncomingMessage, response: ServerResponse) => void {
  const turns = createTurns({ restMs: REST_MS });

  let atOnce = 0;

  function discard(request: IncomingMessage): void {
    const { socket } = request;
    const sender = senderOf(request);
    atOnce += 1;
    // An answered request itself does not report that its connection was closed.
    const end = () => {
      atOnce -= 1;
      request.off("end", end);
      socket.off("close", end);
    };
    request.once("end", end);
    socket.once("close", end);
    request.on("data", ({ length }: Buffer) => {
      const turn = turns.take(sender, length / BYTES_PER_VALUE);
      if (!turn) return;
      request.pause();
      void turn.then(() => request.resume());
    });
  }

  return (request, response) => {
    if (!mayBeLarge(request)) return;
    // Before Node's own listener, which discards bodies that nobody reads.
    response.prependOnceListener("finish", () => {
      if (!request.complete && atOnce < SLOWED_MAX) discard(request);
    });
  };
}
