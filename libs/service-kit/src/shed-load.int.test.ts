import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, it } from "vitest";
import { createHttpApp } from "./http-app.ts";
import { createInternalApp } from "./internal-app.ts";
import { createLogger } from "./logger.ts";
import { createMetrics } from "./metrics.ts";

const logger = createLogger({ name: "test", level: "silent" });
const apps: FastifyInstance[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

/** Keeps the event loop from its other work. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

async function served(app: FastifyInstance): Promise<FastifyInstance> {
  apps.push(app);
  app.get("/", () => ({ ok: true }));
  await app.ready();
  return app;
}

it("refuses requests with 503 and Retry-After while the event loop is late, but not on the internal port [OPS-5]", async () => {
  const shedding = await served(createHttpApp({ logger, shedsLoad: true }));
  const patient = await served(createHttpApp({ logger }));
  const internal = await served(
    createInternalApp({ logger, metrics: createMetrics({ service: "test" }), checks: {} }).app,
  );
  expect((await shedding.inject("/")).statusCode).toBe(200);
  let answer = await shedding.inject("/");
  for (let round = 0; answer.statusCode === 200 && round < 5; round += 1) {
    block(4_500);
    await delay(1);
    answer = await shedding.inject("/");
  }
  expect(answer.statusCode).toBe(503);
  expect(answer.headers["retry-after"]).toBe("1");
  expect(answer.json()).toEqual({
    statusCode: 503,
    code: "OVERLOADED",
    error: "Service Unavailable",
    message: "The service is temporarily unavailable",
  });
  expect((await patient.inject("/")).statusCode).toBe(200);
  expect((await internal.inject("/livez")).statusCode).toBe(200);
});
