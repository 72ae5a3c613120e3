import { hasTooManyValues, type Logger, MAX_JSON_VALUES } from "@countersign/service-kit";
import type { WebSocket } from "@fastify/websocket";
import { CloseCode, MessageType, type Server, stringifyMessage } from "graphql-ws";

import type { SocketBounds } from "./socket-bounds.ts";

/** Wait between two pings; a socket that does not answer one before the next is cut. */
const KEEP_ALIVE_MS = 12_000;
/** WebSocket close code of RFC 6455, section 7.4.1. */
const MESSAGE_TOO_BIG = 1009;
const TOO_MANY_VALUES = `A message has more than ${MAX_JSON_VALUES} values`;
/** Carries no payload: a client's ping is not echoed. */
const PONG = stringifyMessage({ type: MessageType.Pong });

/**
 * Connects the protocol's server to a socket. Replaces graphql-ws' own handler, which writes faults of clients to the
 * console.
 *
 * @param extra - passed to the server's hooks with each message
 */
export function runSocket<Extra>(
  server: Server<Extra>,
  socket: WebSocket,
  extra: Extra,
  { bounds, log }: { bounds: SocketBounds; log: Pick<Logger, "error"> },
): void {
  const noteClosed = server.opened(
    {
      protocol: socket.protocol,
      send: (text) => bounds.send(text),
      close: (code, reason) => socket.close(code, reason),
      onPing: () => (bounds.acceptsPing() ? bounds.send(PONG) : undefined),
      onMessage: (handle) => {
        socket.on("message", (data: Buffer) => {
          if (hasTooManyValues(data)) return socket.close(MESSAGE_TOO_BIG, TOO_MANY_VALUES);
          const message = data.toString();
          if (!bounds.accepts(message)) return;
          handle(message).catch((error: unknown) => {
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
    noteClosed(code, reason.toString()).catch((error: unknown) => {
      log.error({ err: error }, "a socket could not be cleaned up");
    });
  });
}

function keepAlive(socket: WebSocket): () => void {
  let hasAnswered = true;
  socket.on("pong", () => {
    hasAnswered = true;
  });
  const timer = setInterval(() => {
    if (!hasAnswered) return socket.terminate();
    hasAnswered = false;
    return socket.ping();
  }, KEEP_ALIVE_MS).unref();
  return () => clearInterval(timer);
}
