import { randomBytes } from "node:crypto";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";

import { createLogger, createHttpApp } from "@countersign/service-kit";
import { afterEach, expect, it, vi } from "vitest";

import type { Workflow } from "../repositories/records.ts";
import { exportRoutes } from "./export-routes.ts";

const MAX = 2;
const PATH = "/api/workflow/download";
const caller = { userId: "u", companyId: "c", privileged: false };

type App = ReturnType<typeof createHttpApp>;
let app: App;
afterEach(() => app.close());

/** The downloads alone, of workflows that come from somewhere else than a store. */
async function serve(workflows: () => AsyncIterable<Workflow>, stallMs?: number): Promise<string> {
  app = createHttpApp({ logger: createLogger({ name: "test", level: "silent" }) });
  const none = { page: () => ({ data: async () => [], total: async () => 0 }) };
  await app.register(exportRoutes, {
    readModels: {
      definitions: { workflowPage: none.page, streamWorkflows: workflows } as never,
      directory: { usersByIds: async () => [] } as never,
      runs: {} as never,
    },
    verify: async () => caller as never,
    downloadsMax: MAX,
    ...(stallMs !== undefined && { stallMs }),
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

const headers = { authorization: "Bearer any" };
const ask = (url: string, init: RequestInit = {}) => fetch(`${url}${PATH}`, { headers, ...init });

it("refuses a download while as many as allowed are written, and takes the next when one ends or is left", async () => {
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const url = await serve(async function* () {
    begun += 1;
    if (begun <= MAX) await gate.promise;
    yield* [];
  });
  const leaving = new AbortController();
  const [staying, left] = [ask(url), ask(url, { signal: leaving.signal })];
  await vi.waitFor(() => expect(begun).toBe(MAX));

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
    const { status, body } = await vi.waitFor(async () => {
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

it("cuts off a client that takes nothing of its download", async () => {
  const row = { status: "DRAFT", createdAt: new Date(), updatedAt: new Date() } as Workflow;
  const url = await serve(async function* () {
    for (;;) {
      await setImmediate();
      yield { ...row, name: randomBytes(10_000).toString("hex") };
    }
  }, 100);
  const closed = new Promise((resolve) => {
    app.server.once("connection", (socket) => socket.once("close", resolve));
  });
  const request = get(`${url}${PATH}`, { headers }, (response) => response.pause());
  request.on("error", () => undefined);
  await closed;
  request.destroy();
});
