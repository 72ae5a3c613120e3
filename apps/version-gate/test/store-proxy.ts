import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** Stands between a gate and its store, as a network that can be slow, silent or gone. */
export interface StoreProxy {
  /** Connection string through the proxy. */
  uri: string;
  /** Holds back every answer of the store for so long, in milliseconds. */
  delayAnswers: (delayMs: number) => void;
  /** Lets no bytes through any more, and keeps the connections open. */
  freeze: () => void;
  /** Lets bytes through again, those that were held back first. */
  thaw: () => void;
  /** Breaks every connection and refuses new ones, like a stopped store. */
  stop: () => Promise<void>;
  /** Listens again on the same port. */
  start: () => Promise<void>;
}

/**
 * Starts a proxy in front of a store.
 *
 * @param storeUri of a replica set with one member, or whose first host is the primary
 */
export async function startStoreProxy(storeUri: string): Promise<StoreProxy> {
  const target = new URL(storeUri);
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let delayMs = 0;
  let isFrozen = false;

  const forward = (to: Socket, chunk: Buffer) => {
    const write = () => void (to.writable && to.write(chunk));
    if (isFrozen) held.push(write);
    else write();
  };
  const join = (client: Socket) => {
    const store = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    for (const [socket, other] of [
      [client, store],
      [store, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on("data", (chunk: Buffer) => forward(store, chunk));
    store.on("data", (chunk: Buffer) => {
      if (delayMs === 0) forward(client, chunk);
      else setTimeout(forward, delayMs, client, chunk);
    });
  };

  let server: Server;
  const listen = async (port: number) => {
    server = createServer({ noDelay: true }, join).listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server!.address() as AddressInfo;

  const through = new URL(storeUri);
  through.host = `127.0.0.1:${port}`;
  through.searchParams.set("directConnection", "true");
  return {
    uri: through.href,
    delayAnswers: (ms) => {
      delayMs = ms;
    },
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      for (const write of held.splice(0)) write();
    },
    stop: async () => {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      held.length = 0;
      await closed;
    },
    start: () => listen(port),
  };
}
