import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { dispatch } from "./dispatch.ts";
import type { Engine } from "./engine.ts";
import { StoreError, toErrorReply } from "./errors.ts";
import type { Doc } from "./values.ts";
import { createFramer, decodeBody, decodeEnvelope, encodeReply, ProtocolError } from "./wire.ts";

const LOOPBACK = "127.0.0.1";

/** Serves the wire protocol on loopback: requests of a connection one after the other, connections side by side. */
export function createWireServer(engine: Engine, warn: (message: string) => void) {
  const sockets = new Map<Socket, Promise<void>>();
  let connections = 0;

  const server: Server = createServer((socket) => {
    const connectionId = ++connections;
    socket.setNoDelay(true);
    const done = serve(socket, (message) => answer(engine, message, connectionId, warn)).then(
      () => void socket.end(),
      (error: unknown) => {
        socket.destroy();
        if (error instanceof ProtocolError) warn(`closed connection ${connectionId}: ${error.message}`);
      },
    );
    sockets.set(socket, done);
    socket.on("close", () => sockets.delete(socket));
  });

  return {
    /** `host:port` that clients reach it at. */
    address(): string {
      const address = server.address();
      return address && typeof address === "object" ? `${LOOPBACK}:${address.port}` : "";
    },
    async listen(port: number): Promise<void> {
      server.listen(port, LOOPBACK);
      await once(server, "listening");
    },
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const pending = [...sockets.values()];
      for (const socket of sockets.keys()) socket.destroy();
      await Promise.all([closed, ...pending]);
    },
  };
}

/** Reads no further while a message is worked on, so that a fast sender is slowed down. */
async function serve(
  socket: Socket,
  handle: (message: Buffer) => Promise<Buffer | undefined>,
): Promise<void> {
  const split = createFramer();
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    for (const message of split(chunk)) {
      const reply = await handle(message);
      // A client that does not take its answers gets no further ones made.
      if (reply && !socket.destroyed && !socket.write(reply)) {
        await Promise.race([once(socket, "drain"), once(socket, "close")]);
      }
    }
  }
}

async function answer(
  engine: Engine,
  message: Buffer,
  connectionId: number,
  warn: (message: string) => void,
): Promise<Buffer | undefined> {
  const envelope = decodeEnvelope(message);
  let reply: Doc;
  try {
    reply = { ok: 1, ...(await dispatch(engine, decodeBody(message, envelope), connectionId)) };
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (!(error instanceof StoreError)) warn(error instanceof Error ? error.stack! : String(error));
    reply = toErrorReply(error);
  }
  return envelope.isUnacknowledged ? undefined : encodeReply(reply, envelope);
}
