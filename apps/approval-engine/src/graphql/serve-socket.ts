import type { Logger } from "@countersign/service-kit";
import type { WebSocket } from "@fastify/websocket";
import { CloseCode, type Server } from "graphql-ws";

/** Wait between two pings; a socket that does not answer one before the next is cut. */
const KEEP_ALIVE_MS = 12_000;

/**
 * Lets the protocol's server speak over a socket. In place of graphql-ws' own handler, which writes what clients do
 * wrong to the console.
 *
 * @param extra - what the server's hooks get with each message
 */
export function serveSocket<Extra>(
  server: Server<Extra>,
  socket: WebSocket,
  extra: Extra,
  log: Pick<Logger, "error">,
): void {
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (text) => send(socket, text),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (handle) => {
        socket.on("message", (data: Buffer) => {
          handle(data.toString()).catch((error: unknown) => {
            log.error({ err: error }, "a message on a socket could not be handled");
            socket.close(CloseCode.InternalServerError, "Internal server error");
          });
        });
      },
    },
    extra,
  );
  const stopPinging = keepAlive(socket);
  socket.once("close", (code, reason) => {
    stopPinging();
    closed(code, reason.toString()).catch((error: unknown) => {
      log.error({ err: error }, "a socket could not be cleaned up");
    });
  });
}

/** Resolves when the text has left, so that a slow reader holds up whoever writes to it. */
function send(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) resolve();
    // A failure closes the socket, and that is told by its own event.
    else socket.send(text, () => resolve());
  });
}

function keepAlive(socket: WebSocket): () => void {
  let answered = true;
  socket.on("pong", () => {
    answered = true;
  });
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    return socket.ping();
  }, KEEP_ALIVE_MS).unref();
  return () => clearInterval(timer);
}
