import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { startTcpProxy } from "./tcp-proxy.ts";
import { waitFor } from "./wait-for.ts";

it("a proxy delivers what it held back once it is asked to, although its client has gone", async () => {
  const heard: string[] = [];
  const server = createServer((socket) =>
    socket.on("data", (bytes: Buffer) => {
      heard.push(bytes.toString());
      socket.write("done");
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxy = await startTcpProxy({ host: "127.0.0.1", port });
  onTestFinished(async () => {
    await proxy.close();
    server.close();
  });
  const deliver = proxy.holdBack("late");
  const client = connect(proxy.port, "127.0.0.1");
  client.write("comes late");
  await once(client, "close");
  expect(heard).toEqual([]);
  await deliver();
  expect(heard).toEqual(["comes late"]);
});

it("a proxy that knows where messages end takes each once, however the network portions them", async () => {
  const heard: Buffer[] = [];
  const server = createServer((socket) => socket.on("data", (bytes: Buffer) => heard.push(bytes)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const proxy = await startTcpProxy({
    host: "127.0.0.1",
    port,
    lengthOf: (bytes) => (bytes.length === 0 ? undefined : bytes.readUInt8(0)),
  });
  onTestFinished(async () => {
    await proxy.close();
    server.close();
  });
  const messages = ["\u0004one", "\u0006three", "\u0004two"];
  const taken: string[] = [];
  proxy.intercept((message) => {
    taken.push(message.toString());
    return undefined;
  });
  const client = connect(proxy.port, "127.0.0.1").setNoDelay();
  for (const portion of ["\u0004o", "ne\u0006th", "ree\u0004two"]) {
    client.write(portion);
    await delay(20);
  }
  await waitFor(() => Buffer.concat(heard).length === messages.join("").length);
  expect(taken).toEqual(messages);
  expect(Buffer.concat(heard).toString()).toBe(messages.join(""));
});
