import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { dispatch } from "./dispatch.ts";
import type { Client, Store } from "./store.ts";
import { StoreError, toErrorReply } from "./errors.ts";
import { type Doc, truthy } from "./values.ts";
import { createFramer, decodeBody, decodeEnvelope, encodeReply, ProtocolError } from "./wire.ts";

const LOOPBACK = "127.0.0.1";

/** Serves the wire protocol on loopback: requests of a connection one after the other, connections side by side. */
export function createWireServer(store: Store, warn: (message: string) => void) {
  const sockets = new Map<Socket, Promise<void>>();
  let connections = 0;

  const server: Server = createServer((socket) => {
    const id = ++connections;
    const departure = new AbortController();
    socket.setNoDelay(true);
    socket.on("close", () => {
      sockets.delete(socket);
      departure.abort();
    });
    const client = { id, gone: departure.signal };
    const service = serve(socket, (message, send) => answer(store, message, client, { send, warn })).then(
      () => void socket.end(),
      (error: unknown) => {
        socket.destroy();
        if (error instanceof ProtocolError) warn(`closed connection ${id}: ${error.message}`);
      },
    );
    sockets.set(socket, service);
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
      const closedServer = new Promise<void>((resolve) => server.close(() => resolve()));
      const pending = [...sockets.values()];
      for (const socket of sockets.keys()) socket.destroy();
      await Promise.all([closedServer, ...pending]);
    },
  };
}

type Send = (reply: Buffer) => Promise<void>;

/** Stops reading while a message is handled, so that a fast sender is slowed down. */
async function serve(socket: Socket, handle: (message: Buffer, send: Send) => Promise<void>): Promise<void> {
  const split = createFramer();
  // Makes no further answers for a client that does not read them.
  const send = async (reply: Buffer) => {
    if (!socket.destroyed && !socket.write(reply)) {
      await Promise.race([once(socket, "drain"), once(socket, "close")]);
    }
  };
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    for (const message of split(chunk)) await handle(message, send);
  }
}

async function answer(
  store: Store,
  message: Buffer,
  client: Client,
  { send, warn }: { send: Send; warn: (message: string) => void },
): Promise<void> {
  const envelope = decodeEnvelope(message);
  let watching: Doc | undefined;
  do {
    let reply: Doc;
    try {
      const body = watching ?? decodeBody(message, envelope);
      reply = { ok: 1, ...(await dispatch(store, body, client)) };
      watching = envelope.takesStream ? watchOn(body, reply) : undefined;
    } catch (error) {
      if (error instanceof ProtocolError || isGone(error)) throw error;
      if (!(error instanceof StoreError)) warn(error instanceof Error ? error.stack! : String(error));
      watching = undefined;
      reply = toErrorReply(error);
    }
    if (!envelope.isUnacknowledged) await send(encodeReply(reply, envelope, watching !== undefined));
  } while (watching && !client.gone.aborted);
}

/** The client hung up while it waited. */
const isGone = (error: unknown) => error instanceof Error && error.name === "AbortError";

/** The next `hello` of a driver that watches the server: it gets answers without asking, until it disconnects. */
function watchOn(hello: Doc, { topologyVersion }: Doc): Doc | undefined {
  return topologyVersion && truthy(hello.maxAwaitTimeMS) ? { ...hello, topologyVersion } : undefined;
}
