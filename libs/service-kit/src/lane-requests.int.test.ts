import { get } from "node:http";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLanes } from "@countersign/concurrency";
import { createHttpApp } from "./http-app.ts";
import { laneRequests } from "./lane-requests.ts";
import { createLogger } from "./logger.ts";

/** Waits as long as slow machines need; by default Vitest gives up after a second. */
const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, 15_000);

const AT_ONCE = 2;

let app: FastifyInstance;
let url: string;
let running: { request: string; end: () => void }[];
let begun: string[];
let arrived: string[];
let closed: string[];

beforeEach(async () => {
  running = [];
  begun = [];
  arrived = [];
  closed = [];
  app = createHttpApp({ logger: createLogger({ name: "test", level: "silent" }) });
  app.decorateRequest("principal");
  app.addHook("onRequest", async (request, reply) => {
    arrived.push(request.url);
    reply.raw.once("close", () => closed.push(request.url));
    const userId = request.headers.authorization!;
    request.principal = { issuer: "test", userId, companyId: "c", privileged: false, expiresAt: Infinity };
  });
  laneRequests(app, createLanes({ running: AT_ONCE, overflow: () => new Error("too many") }));
  app.get<{ Params: { request: string } }>("/:request", async ({ params: { request } }) => {
    begun.push(request);
    await new Promise<void>((end) => running.push({ request, end }));
    if (request.startsWith("fails")) throw new Error("failed");
    return request;
  });
  url = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  endAll();
  app.server.closeAllConnections();
  await app.close();
});

const ask = (user: string, request: string, signal?: AbortSignal) =>
  fetch(`${url}/${request}`, { headers: { authorization: user }, ...(signal && { signal }) });
/** The same as a request that names an upgrade, which nothing here serves. */
const askToUpgrade = (user: string, request: string) =>
  void get(`${url}/${request}`, {
    headers: { authorization: user, upgrade: "websocket", connection: "upgrade" },
  }).on("error", () => undefined);
const endAll = () => {
  for (const { end } of running.splice(0)) end();
};
const hasBegun = (...requests: string[]) =>
  eventually(() => expect(begun.toSorted()).toEqual(requests.toSorted()));

describe("handlers of one user", () => {
  it("run a few at a time, and another user's at once", async () => {
    const asked = ["a", "b"].map((request) => ask("ann", request));
    await hasBegun("a", "b");
    asked.push(ask("ann", "c"));
    asked.push(ask("ben", "d"));
    await hasBegun("a", "b", "d");
    endAll();
    await hasBegun("a", "b", "c", "d");
    endAll();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("have no further places for requests that name an upgrade [OPS-5]", async () => {
    for (const request of ["a", "b", "c", "d"]) askToUpgrade("ann", request);
    await eventually(() => expect(arrived).toHaveLength(4));
    void ask("ben", "e");
    await eventually(() => expect(begun).toContain("e"));
    expect(begun).toHaveLength(AT_ONCE + 1);
    endAll();
    await eventually(() => expect(begun).toHaveLength(5));
  });

  it("give their places back when they fail", async () => {
    const asked = ["fails1", "fails2"].map((request) => ask("ann", request));
    await hasBegun("fails1", "fails2");
    endAll();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([500, 500]);
    const next = ask("ann", "a");
    await hasBegun("fails1", "fails2", "a");
    endAll();
    expect((await next).status).toBe(200);
  });

  it("keep their places when their clients go; those that wait never begin", async () => {
    const client = new AbortController();
    const asked = ["a", "b"].map((request) => ask("ann", request, client.signal));
    await hasBegun("a", "b");
    asked.push(ask("ann", "waits", client.signal));
    await eventually(() => expect(arrived).toContain("/waits"));
    client.abort();
    await Promise.allSettled(asked);
    await eventually(() => expect(closed).toHaveLength(asked.length));
    const next = ask("ann", "c");
    await eventually(() => expect(arrived).toContain("/c"));
    await hasBegun("a", "b");
    endAll();
    await hasBegun("a", "b", "c");
    endAll();
    expect((await next).status).toBe(200);
  });
});
