import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connectHostile, type HostileClient } from "@countersign/testing";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createHttpApp } from "./http-app.ts";
import { createLogger } from "./logger.ts";

const GET = "GET /small HTTP/1.1\r\nhost: x\r\n\r\n";
/** More than the server reads in one go. */
const ENDLESS = GET.repeat(4_000);
const OK = /^HTTP\/1\.1 200 /;
/** Requests that may wait on a connection, and the one before them. */
const UNDER_WAY = 33;

let app: FastifyInstance;
let requests: IncomingMessage[];
beforeEach(async () => {
  requests = [];
  app = createHttpApp({ logger: createLogger({ name: "test", level: "silent" }) });
  app.get("/small", () => ({ ok: true }));
  app.server.on("request", (request) => requests.push(request));
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/** Opens attackers' connections, one after the other, which then send requests without end and read no answer. */
async function attack(connections: number): Promise<HostileClient[]> {
  const clients: HostileClient[] = [];
  while (clients.length < connections) clients.push(await connectHostile(app.server));
  for (const { socket } of clients) socket.write(ENDLESS);
  return clients;
}

async function answerTo({ socket }: HostileClient): Promise<string> {
  socket.write(GET);
  const [answer] = (await once(socket.resume(), "data")) as [Buffer];
  socket.destroy();
  return answer.toString();
}

it("cuts off one connection of an address at a time, and serves other addresses meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const clients = await attack(3);
  const cutSoFar = () => clients.filter(({ served }) => served.destroyed).length;
  const seen: number[] = [];
  while (cutSoFar() < clients.length) {
    await Promise.race(clients.filter(({ served }) => !served.destroyed).map(({ cut }) => cut));
    expect(await answerTo(await connectHostile(app.server, "127.0.0.2"))).toMatch(OK);
    seen.push(cutSoFar());
    vi.runAllTimers();
  }
  expect(seen).toEqual([1, 2, 3]);
});

it("reads nothing from new connections of the address either, and answers them afterwards", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const [attacker] = await attack(1);
  await attacker!.cut;
  const late = await connectHostile(app.server);
  const answer = answerTo(late);
  await new Promise(setImmediate);
  expect(late.served.isPaused()).toBe(true);
  vi.runAllTimers();
  expect(await answer).toMatch(OK);
});

it("loses no requests of clients that share the address", async () => {
  const honest = await connectHostile(app.server);
  const [attacker] = await attack(1);
  await attacker!.cut;
  expect(await answerTo(honest)).toMatch(OK);
});

it("makes no error for requests that came after a connection was cut off", async () => {
  const [attacker] = await attack(1);
  await attacker!.cut;
  expect(requests.length).toBeGreaterThan(1_000);
  expect(requests.filter(({ errored }) => errored !== null).length).toBeLessThanOrEqual(UNDER_WAY);
});
