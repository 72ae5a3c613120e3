import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { createFramer, decodeBody, decodeEnvelope } from "../src/wire.ts";

export interface LossyProxy {
  /** Connection string that leads a driver through the proxy. */
  readonly uri: string;
  /** The next command of this name reaches the store, but its connections end before the answer arrives. */
  loseAnswerTo(command: string): void;
}

/** Stands between a driver and the store, until the test ends. */
export async function openLossyProxy(storeUri: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(storeUri);
  const sockets = new Set<Socket>();
  let unlucky: string | undefined;
  const server = createServer((client) => {
    const store = connect(Number(port), hostname);
    const split = createFramer();
    let isDeaf = false;
    client.on("data", (chunk) => {
      for (const message of split(Buffer.from(chunk))) {
        const [command] = Object.keys(decodeBody(message, decodeEnvelope(message)));
        if (command === unlucky) {
          isDeaf = true;
          unlucky = undefined;
        }
        store.write(message);
      }
    });
    store.on("data", (chunk) => {
      if (isDeaf) client.destroy();
      else client.write(chunk);
    });
    for (const [socket, other] of [
      [client, store],
      [store, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => other.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    uri: `mongodb://127.0.0.1:${own}/?directConnection=true`,
    loseAnswerTo: (command) => void (unlucky = command),
  };
}
