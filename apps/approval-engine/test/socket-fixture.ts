import { once } from "node:events";
import { type Socket, connect } from "node:net";

import { afterwards } from "@countersign/testing";
import type { FastifyInstance } from "fastify";

const PROTOCOL = "graphql-transport-ws";

/** A message of the protocol. */
export interface SocketMessage {
  type: string;
  id?: string;
  payload?: unknown;
}

/** A bare socket, whose messages and end the test judges. */
export interface BareSocket {
  send(message: SocketMessage | string): void;
  /** The next message that was not read yet. @throws Error when the socket is closed instead */
  next(): Promise<SocketMessage>;
  /** Code of the close frame. */
  closeCode: Promise<number>;
  /** Reason of the close frame. */
  reason: Promise<string>;
  close(): void;
}

/** The app's `ws://` address; it listens on a port of its own. */
export async function addressOf(app: FastifyInstance): Promise<string> {
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  return `${address.replace(/^http/u, "ws")}/graphql`;
}

/** Opens a socket; it is closed when the test, or the spec file, is over. */
export async function openSocket(url: string, protocol = PROTOCOL): Promise<BareSocket> {
  const socket = new WebSocket(url, protocol);
  const unread: SocketMessage[] = [];
  const arrival = new EventTarget();
  const end = new Promise<CloseEvent>((resolve) => {
    socket.addEventListener("close", resolve, { once: true });
  });
  const closeCode = end.then(({ code }) => code);
  socket.addEventListener("message", ({ data }) => {
    unread.push(JSON.parse(String(data)) as SocketMessage);
    arrival.dispatchEvent(new Event("message"));
  });
  const earlyClose = closeCode.then((code) =>
    Promise.reject(new Error(`closed with ${code} instead of a message`)),
  );
  earlyClose.catch(() => undefined);
  const openFailure = once(socket, "error").then(() =>
    Promise.reject(new Error("the socket was not opened")),
  );
  await Promise.race([once(socket, "open"), openFailure]);
  afterwards(() => socket.close());
  return {
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    next: async () => {
      while (unread.length === 0) await Promise.race([once(arrival, "message"), earlyClose]);
      const [message] = unread.splice(0, 1);
      if (message === undefined) throw new Error("no message");
      return message;
    },
    closeCode,
    reason: end.then(({ reason }) => reason),
    close: () => socket.close(),
  };
}

/** Opens a socket and introduces the caller. */
export async function openSession(url: string, authorization: string): Promise<BareSocket> {
  const socket = await openSocket(url);
  socket.send({ type: "connection_init", payload: { authorization } });
  const { type } = await socket.next();
  if (type !== "connection_ack") throw new Error(`expected connection_ack, not ${type}`);
  return socket;
}

/** A session whose subscription, `1`, is known to be heard: operations of a socket begin in their order. */
export async function openSubscription(
  url: string,
  authorization: string,
  query: string,
): Promise<BareSocket> {
  const socket = await openSession(url, authorization);
  socket.send({ type: "subscribe", id: "1", payload: { query } });
  socket.send({ type: "subscribe", id: "marker", payload: { query: "{ __typename }" } });
  for (const expected of ["next", "complete"]) {
    const { id, type } = await socket.next();
    if (id !== "marker" || type !== expected) throw new Error(`expected ${expected}, not ${type} of ${id}`);
  }
  return socket;
}

/** Asks for an upgrade by hand, then neither reads nor answers. */
export async function requestUpgrade(url: string): Promise<{ socket: Socket; status: number }> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  afterwards(() => socket.destroy());
  socket.write(upgradeRequest(pathname));
  const [answer] = (await once(socket, "data")) as [Buffer];
  return { socket, status: Number(answer.toString().split(" ")[1]) };
}

/** A client's upgrade request. */
export function upgradeRequest(path: string): string {
  const head = [
    `GET ${path} HTTP/1.1`,
    "Host: test",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    `Sec-WebSocket-Protocol: ${PROTOCOL}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n`;
}

/** The bytes of a message as a client sends them (RFC 6455, 5.2), at most 65,535 long, under a mask of zeros. */
export function frameOf(message: SocketMessage): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  const head = Buffer.from([0x81, 0xfe, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
