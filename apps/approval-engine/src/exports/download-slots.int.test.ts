import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";

import { type ReadingPace, createHttpApp, createLogger } from "@countersign/service-kit";
import { type HostileClient, connectHostile } from "@countersign/testing";
import { afterEach, expect, it, vi } from "vitest";

import type { Workflow } from "../definitions/index.ts";
import type { DownloadLimits } from "./download-slots.ts";
import { exportRoutes } from "./export-routes.ts";

/** Waits as long as slow machines need; by default Vitest gives up after a second. */
const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, 15_000);

const MAX = 2;
const PATH = "/api/workflow/download";
/** The token names company and user, and may name how long it lives from its verification on, in seconds. */
const callerOf = (token: string) => {
  const [companyId, userId, seconds = 3_600] = token.split("-");
  const expiresAt = Date.now() / 1_000 + Number(seconds);
  return { issuer: "test", companyId, userId, privileged: false, expiresAt } as never;
};

type App = ReturnType<typeof createHttpApp>;
let app: App;
let hostile: HostileClient[] = [];
/** Everybody leaves the company once it is resolved. */
let leaving = Promise.withResolvers<void>();
afterEach(async () => {
  for (const { socket } of hostile) socket.destroy();
  hostile = [];
  await app.close();
  leaving = Promise.withResolvers();
});

/** The download routes alone, with workflows from the test instead of a store. */
async function serve(
  workflows: () => AsyncIterable<Workflow>,
  { downloads = {}, pace }: { downloads?: Partial<DownloadLimits>; pace?: ReadingPace } = {},
): Promise<string> {
  app = createHttpApp({ logger: createLogger({ name: "test", level: "silent" }) });
  const none = { page: () => ({ data: async () => [], total: async () => 0 }) };
  await app.register(exportRoutes, {
    readModels: {
      definitions: { workflowPage: none.page, streamWorkflows: workflows } as never,
      directory: { usersByIds: async () => [] } as never,
      groups: {} as never,
      runs: {} as never,
      audit: {} as never,
      search: {} as never,
    },
    verify: async (token) => callerOf(token),
    onLeaving: (_, action) => {
      void leaving.promise.then(action);
      return () => undefined;
    },
    downloads: { max: MAX, maxPerCompany: MAX, maxPerUser: MAX, ...downloads },
    ...(pace && { pace }),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

const headers = { authorization: "Bearer c-u" };
const ask = (url: string, init: RequestInit = {}) => fetch(`${url}${PATH}`, { headers, ...init });

it("refuses a download while the allowed number runs, and takes the next when one ends or is left", async () => {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const url = await serve(async function* () {
    begun += 1;
    if (begun <= MAX) await gate.promise;
    yield* [];
  });
  const leaving = new AbortController();
  const [staying, left] = [ask(url), ask(url, { signal: leaving.signal })];
  await eventually(() => expect(begun).toBe(MAX));

  const refused = await ask(url);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await refused.json()).toEqual({
    statusCode: 429,
    code: "TOO_MANY_REQUESTS",
    error: "Too Many Requests",
    message: "2 downloads are being written; try again in 5 seconds",
  });

  leaving.abort();
  await expect(left.then((response) => response.arrayBuffer())).rejects.toThrow("aborted");
  for (let times = 0; times < 2 * MAX; times += 1) {
    const { status, body } = await eventually(async () => {
      const answer = await ask(url);
      expect(answer.status).toBe(200);
      return answer;
    });
    expect(status).toBe(200);
    await body?.cancel();
  }

  gate.resolve();
  expect((await (await staying).arrayBuffer()).byteLength).toBeGreaterThan(0);
});

/** Endless rows: more than the operating system buffers for a client that reads nothing. */
async function* endless(): AsyncGenerator<Workflow> {
  const row = { status: "DRAFT", createdAt: new Date(), updatedAt: new Date() } as Workflow;
  for (;;) {
    await setImmediate();
    yield { ...row, name: randomBytes(10_000).toString("hex") };
  }
}

/** Begins a download that is never read. */
async function begin(token: string): Promise<HostileClient> {
  const client = await connectHostile(app.server);
  hostile.push(client);
  client.socket.write(`GET ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
  return client;
}

it("keeps a user's and a company's downloads from taking all slots", async () => {
  let begun = 0;
  const count = () => {
    begun += 1;
    return endless();
  };
  const url = await serve(count, { downloads: { max: 5, maxPerCompany: 3, maxPerUser: 2 } });
  const askAs = async (token: string) => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const answer = await fetch(`${url}${PATH}`, { headers: { authorization: `Bearer ${token}` }, signal });
    const refusal =
      answer.status === 429 ? ((await answer.json()) as { message: string }).message : undefined;
    leaving.abort();
    return refusal;
  };
  for (const token of ["a-ann", "a-ann"]) await begin(token);
  await eventually(() => expect(begun).toBe(2));
  expect(await askAs("a-ann")).toMatch(/^2 downloads of this user are being written/u);
  await begin("a-ben");
  await eventually(() => expect(begun).toBe(3));
  expect(await askAs("a-cat")).toMatch(/^3 downloads of this company are being written/u);
  expect(await askAs("b-ann")).toBeUndefined();
});

it.each([
  ["nothing", { everyMs: 100, leastBytes: 1 }, 0],
  ["too little", { everyMs: 100, leastBytes: 20_000_000 }, 1_000],
])("cuts off a client that takes %s of its download, and frees its slot", async (_, pace, sipBytes) => {
  const url = await serve(endless, { downloads: { maxPerUser: 1 }, pace });
  const { socket, cut } = await begin("c-u");
  const sip = setInterval(() => sipBytes > 0 && socket.read(sipBytes), 10);
  await cut;
  clearInterval(sip);
  await eventually(async () => {
    const leaving = new AbortController();
    const headers = { authorization: "Bearer c-u" };
    const { status } = await fetch(`${url}${PATH}`, { headers, signal: leaving.signal });
    leaving.abort();
    expect(status).toBe(200);
  });
});

it("ends a download when its caller leaves the company [FIX-2]", async () => {
  await serve(endless);
  const { cut, socket } = await begin("c-u");
  socket.resume();
  leaving.resolve();
  await cut;
});

it("ends a download when its token expires, and frees its slot [AE-XLSX-04]", async () => {
  const url = await serve(endless, { downloads: { maxPerUser: 1 } });
  const { socket, cut } = await begin("c-u-0.3");
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    received = received.slice(0, 100) + text;
  });
  socket.resume();
  await cut;
  expect(received).toMatch(/^HTTP\/1.1 200 /u);
  expect(received).not.toContain("\r\n0\r\n\r\n");
  await eventually(async () => {
    const leaving = new AbortController();
    const { status } = await ask(url, { signal: leaving.signal });
    leaving.abort();
    expect(status).toBe(200);
  });
});
