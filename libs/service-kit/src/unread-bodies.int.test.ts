import { once } from "node:events";
import { connectHostile, type HostileClient } from "@countersign/testing";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpApp } from "./http-app.ts";
import { createLogger } from "./logger.ts";

const LENGTH = 8_000_000;
const FEW = 100_000;
/** More than the service reads in one go. */
const SOME = 2_000_000;
/** Requests that take more turns of the event loop than reading all bodies without rests. */
const MANY_TURNS = 500;
const NOT_FOUND = /^HTTP\/1\.1 404 /;
const GET = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

let app: FastifyInstance;
beforeEach(async () => {
  app = createHttpApp({ logger: createLogger({ name: "test", level: "silent" }) });
  app.get("/", () => "ok");
  app.post("/", { onRequest: async (_request, reply) => reply.code(404).send("unknown") }, () => "never");
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  app.server.closeAllConnections();
  await app.close();
});

/** Sends all but the last byte of a large body whose request is answered before it. */
async function send(length = LENGTH): Promise<HostileClient> {
  const client = await connectHostile(app.server);
  client.socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`);
  client.socket.write(Buffer.alloc(length - 1));
  return client;
}

async function answerTo({ socket }: HostileClient): Promise<string> {
  const [answer] = (await once(socket.resume(), "data")) as [Buffer];
  return answer.toString();
}

async function expectRests(): Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const clients: HostileClient[] = [];
  while (clients.length < 8) clients.push(await send());
  for (const client of clients) expect(await answerTo(client)).toMatch(NOT_FOUND);
  const other = await connectHostile(app.server);
  for (let asked = 0; asked < MANY_TURNS; asked += 1) {
    other.socket.write(GET);
    expect(await answerTo(other)).toMatch(/^HTTP\/1\.1 200 /);
  }
  for (const { served } of clients) expect(served.bytesRead).toBeLessThan(SOME);
}

describe("the rest of a large body whose request was answered early", () => {
  it("is read with rests in between, in which others are served", async () => {
    await expectRests();
  });

  it("is read so also after many clients have left", async () => {
    const gone: HostileClient[] = [];
    while (gone.length < 300) {
      const client = await send(FEW);
      expect(await answerTo(client)).toMatch(NOT_FOUND);
      client.socket.destroy();
      gone.push(client);
    }
    await Promise.all(gone.map(({ cut }) => cut));
    await expectRests();
  });

  it("leaves the connection open for the next request", async () => {
    const client = await send();
    expect(await answerTo(client)).toMatch(NOT_FOUND);
    client.socket.write(`x${GET}`);
    expect(await answerTo(client)).toMatch(/^HTTP\/1\.1 200 /);
    expect(client.served.bytesRead).toBeGreaterThan(LENGTH);
  });
});
