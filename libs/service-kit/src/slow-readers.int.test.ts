import { once } from "node:events";
import { Readable } from "node:stream";
import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { connectHostile, type HostileClient, waitFor } from "@countersign/testing";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, it } from "vitest";
import { createHttpApp, type HttpAppOptions } from "./http-app.ts";
import { createLogger } from "./logger.ts";

/** Larger than the operating system's buffers for a connection. */
const LARGE = "x".repeat(30_000_000);
const GET_LARGE = "GET /large HTTP/1.1\r\nhost: x\r\n\r\n";
/** As many as one connection may send at once. */
const PIPELINED = 32;
/** Looks often, so that tests are short. Reading anything at all is enough. */
const QUICK = { everyMs: 100, leastBytes: 1 };

let app: FastifyInstance;
let begun: string[];
afterEach(() => app.close());

async function start(options: Partial<HttpAppOptions> = {}): Promise<void> {
  begun = [];
  app = createHttpApp({ logger: createLogger({ name: "test", level: "silent" }), ...options });
  app.addHook("onRequest", async ({ url }) => void begun.push(url));
  app.get("/large", () => LARGE);
  app.get("/stream", (_request, reply) =>
    reply.send(Readable.from(Array.from({ length: 300 }, () => LARGE.slice(0, 100_000)))),
  );
  app.get("/small", () => ({ ok: true }));
  app.get("/slow", async () => {
    await delay(5 * QUICK.everyMs);
    return { ok: true };
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
}

it("cuts off clients that do not read their answer", async () => {
  await start({ readingPace: QUICK });
  const clients: HostileClient[] = [];
  while (clients.length < 4) clients.push(await connectHostile(app.server));
  for (const { socket } of clients) socket.write(GET_LARGE);
  await Promise.all(clients.map(({ cut }) => cut));
  expect(clients.map(({ servedSocket }) => servedSocket.writableLength)).toEqual([0, 0, 0, 0]);
});

it("cuts off the clients with most unread while all together leave too much", async () => {
  await start({ unreadMaxBytes: 40_000_000 });
  const clients: HostileClient[] = [];
  while (clients.length < 3) clients.push(await connectHostile(app.server));
  for (const { socket } of clients) socket.write(GET_LARGE);
  await waitFor(() => clients.filter(({ servedSocket }) => servedSocket.destroyed).length === 2);
  const left = clients.find(({ servedSocket }) => !servedSocket.destroyed);
  expect(left?.servedSocket.writableLength).toBeGreaterThan(20_000_000);
  left?.socket.destroy();
});

it("cuts off a client that reads more slowly than the pace", async () => {
  await start({ readingPace: { everyMs: 100, leastBytes: 20_000_000 } });
  const { socket, cut } = await connectHostile(app.server);
  socket.write(GET_LARGE);
  const sip = setInterval(() => socket.read(1_000), 10);
  await cut;
  clearInterval(sip);
});

it("serves a client that reads a stream slowly, but steadily", async () => {
  // The operating system takes more only now and then, a megabyte at a time.
  await start({ readingPace: { everyMs: 1_000, leastBytes: 1 } });
  const { socket, cut } = await connectHostile(app.server);
  const tooSlow = cut.then(() => Promise.reject(new Error("the client was cut off")));
  tooSlow.catch(() => undefined);
  socket.write("GET /stream HTTP/1.1\r\nhost: x\r\n\r\n");
  let read = 0;
  while (read < LARGE.length) {
    await Promise.race([once(socket, "readable"), tooSlow]);
    for (let piece = socket.read(); piece !== null; piece = socket.read()) {
      read += (piece as Buffer).length;
      await delay(5);
    }
  }
  socket.destroy();
});

it("does not cut off a client that waits for a slow answer", async () => {
  await start({ readingPace: QUICK });
  const { socket } = await connectHostile(app.server);
  socket.write("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n");
  const [answer] = (await once(socket.resume(), "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

it("closes a connection that sends many requests without waiting, and keeps few of them [OPS-5]", async () => {
  await start();
  const { socket, cut } = await connectHostile(app.server);
  const honest = await connectHostile(app.server);
  socket.write("GET /small HTTP/1.1\r\nhost: x\r\n\r\n".repeat(4_000));
  await cut;
  expect(begun.length).toBeLessThanOrEqual(PIPELINED + 1);
  honest.socket.write("GET /small HTTP/1.1\r\nhost: x\r\n\r\n");
  const [answer] = (await once(honest.socket.resume(), "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  honest.socket.destroy();
});

it("makes no error for requests that came after a connection was closed", async () => {
  await start();
  const requests: IncomingMessage[] = [];
  app.server.on("request", (request) => requests.push(request));
  const { socket, cut } = await connectHostile(app.server);
  socket.write("GET /small HTTP/1.1\r\nhost: x\r\n\r\n".repeat(4_000));
  await cut;
  expect(requests.length).toBeGreaterThan(1_000);
  expect(requests.filter(({ errored }) => errored !== null).length).toBeLessThanOrEqual(PIPELINED + 1);
});

it("begins a request of a connection only after the answer before it was sent", async () => {
  await start();
  const { socket } = await connectHostile(app.server);
  socket.write(`${GET_LARGE.repeat(3)}GET /small HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  await waitFor(() => begun.length > 0);
  expect((await app.inject("/small")).statusCode).toBe(200);
  expect(begun).toEqual(["/large", "/small"]);
  let answers = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answers += text.replaceAll("x", "");
  });
  await once(socket.resume(), "end");
  expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(4);
  expect(begun).toEqual(["/large", "/small", "/large", "/large", "/small"]);
  socket.destroy();
});
