import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";

import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import { handleProtocols } from "graphql-ws";

import { PATH } from "../http/serve-http.ts";
import { type SocketServerOptions, createSocketServer } from "./socket-server.ts";

/** Largest message on a socket, in bytes; the same as for an HTTP body. */
const MESSAGE_MAX_BYTES = 256 * 1024;
/** WebSocket close code "going away" (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;
/** How long the operations of sockets may go on when the service stops. */
const OPERATIONS_WAIT_MS = 6_000;
/** How long clients have to answer a close frame. */
const CLOSE_WAIT_MS = 2_000;
/** `closeTimeout` is missing in the types of ws. */
const SOCKET_OPTIONS = { maxPayload: MESSAGE_MAX_BYTES, closeTimeout: CLOSE_WAIT_MS, handleProtocols };

/**
 * Gives the route `GET /graphql`, which is added later, its socket side. Mercurius' own socket is not used: it does not
 * keep to the protocol.
 *
 * @param app - the whole app, because every upgrade request is answered here, on any path
 */
export async function serveSockets(
  app: FastifyInstance,
  options: Omit<SocketServerOptions, "log">,
): Promise<void> {
  const { handleSocket, waitUntilSettled } = createSocketServer({ ...options, log: app.log });
  // Must come before the WebSocket plugin's own hook.
  app.addHook("onRoute", (route) => {
    if (route.url === PATH && route.method === "GET") route.wsHandler = handleSocket;
  });
  await app.register(websocket, {
    options: SOCKET_OPTIONS,
    errorHandler: (error, _socket, request) => request.log.info({ err: error }, "a client broke its socket"),
    preClose(this: FastifyInstance, next) {
      // Verdicts come over sockets too: running operations are answered before the socket closes.
      void Promise.race([
        waitUntilSettled().then(nextTurn),
        delay(OPERATIONS_WAIT_MS, undefined, { ref: false }),
      ]).then(() => closeSockets(this.websocketServer, next));
    },
  });
  closeRefusedUpgrades(app);
}

/** Node leaves the connection of an upgrade request open, also after a plain refusal. */
function closeRefusedUpgrades(app: FastifyInstance): void {
  const upgrades = new WeakSet<IncomingMessage>();
  app.server.prependListener("upgrade", (request: IncomingMessage) => upgrades.add(request));
  app.addHook("onResponse", async ({ raw }) => {
    if (upgrades.has(raw)) raw.socket.destroy();
  });
}

/** Tells every client that the service stops, and cuts those that do not answer in time. */
function closeSockets(server: FastifyInstance["websocketServer"], next: () => void): void {
  for (const client of server.clients) client.close(GOING_AWAY, "The service is stopping");
  const cut = setTimeout(() => {
    for (const client of server.clients) client.terminate();
  }, CLOSE_WAIT_MS);
  server.close(() => {
    clearTimeout(cut);
    next();
  });
}
