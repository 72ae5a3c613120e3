import { once } from "node:events";
import type { Server } from "node:http";
import { connect, type Socket } from "node:net";

/** A connection of a client that writes raw bytes and reads only when the test asks for it. */
export interface HostileClient {
  /** The client's end. It does not read until the test resumes it. */
  socket: Socket;
  /** The server's end. A client that does not read learns nothing of a closed connection. */
  servedSocket: Socket;
  /** Resolves when the server has closed its end. */
  cut: Promise<void>;
}

/**
 * Connects to a server of this process as an attacker that reads nothing. One client connects at a time.
 *
 * @param server - it listens on 127.0.0.1
 * @param localAddress - the client's address, such as `127.0.0.2`
 */
export async function connectHostile(server: Server, localAddress = "127.0.0.1"): Promise<HostileClient> {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen");
  const connection = once(server, "connection") as Promise<[Socket]>;
  const to = { host: "127.0.0.1", port: address.port };
  const socket = connect({ ...to, localAddress, allowHalfOpen: true })
    .pause()
    .unref();
  socket.on("error", () => undefined);
  const [servedSocket] = await connection;
  const cut = new Promise<void>((resolve) => {
    servedSocket.once("close", () => resolve());
  });
  return { socket, servedSocket, cut };
}
