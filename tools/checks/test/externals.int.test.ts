import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { findExternals } from "./externals.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that greets each client with a line; `undefined`: says nothing. */
async function serverThatSays(greeting: string | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    if (greeting !== undefined) socket.write(`${greeting}\r\n`);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `nats://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function natsAt(url: string) {
  const externals = await findExternals({ NATS_URL: url });
  return externals.find(({ name }) => name === "nats")!.missing;
}

describe("the search for externals", () => {
  it("finds the NATS server that NATS_URL names [RUN-TEST-02]", async () => {
    expect(await natsAt(await serverThatSays('INFO {"jetstream":true}'))).toBeUndefined();
  });

  it.each([
    ["without JetStream", 'INFO {"version":"2.9.10"}', "without JetStream"],
    ["of another kind", "220 mail", "is no NATS server"],
    ["that says nothing", undefined, "nothing answers"],
  ])("rejects a server %s", async (_, greeting, reason) => {
    expect(await natsAt(await serverThatSays(greeting))).toContain(reason);
  });

  it.each(["nats://127.0.0.1:1", "not a url"])("says that nothing answers at %s", async (url) => {
    expect(await natsAt(url)).toBe(`nothing answers at ${url}`);
  });
});
