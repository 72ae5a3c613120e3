import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** Requests that may wait behind another one of their connection. Ordinary clients send none. */
const PIPELINED_MAX = 32;

/**
 * Closes connections that send many requests without waiting for answers. Node keeps such requests and their answers in
 * memory, more than a thousand for each 64 KB received, as long as the client does not read.
 */
export function limitPipelining(server: Server): void {
  const pipelined = new WeakMap<Socket, number>();
  server.prependListener("request", ({ socket }, response) => {
    // An answer that has to wait for its turn has no socket yet.
    if (response.socket !== null) return;
    const count = (pipelined.get(socket) ?? 0) + 1;
    pipelined.set(socket, count);
    response.once("finish", () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1));
    if (count > PIPELINED_MAX) socket.destroy();
  });
}

/** Whether nobody is there any more to be answered, as after {@link limitPipelining} closed the connection. */
export function isGone({ socket }: IncomingMessage): boolean {
  return socket.destroyed;
}
