import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import type { FastifyInstance } from "fastify";
import { describe, expect, it, vi } from "vitest";
import { createHttpApp } from "./http-app.ts";
import { createInternalApp } from "./internal-app.ts";
import { createLogger } from "./logger.ts";
import { createMetrics } from "./metrics.ts";
import { serve } from "./serve.ts";

const logger = createLogger({ name: "test", level: "silent" });
const listen = {
  host: "127.0.0.1",
  port: 0,
  maxConnections: 100,
  internalHost: "127.0.0.1",
  internalPort: 0,
  internalMaxConnections: 100,
  drainDelayMs: 0,
  shutdownTimeoutMs: 5_000,
};

/** A service whose `/slow` answers when the test says so. */
async function startService(changes: Partial<typeof listen> = {}, onStop?: () => Promise<void>) {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const publicApp = createHttpApp({ logger });
  publicApp.get("/fast", () => ({ ok: true }));
  publicApp.get("/slow", async () => {
    started.resolve();
    await finish.promise;
    return { ok: true };
  });
  const internal = createInternalApp({ logger, metrics: createMetrics({ service: "test" }), checks: {} });
  const service = await serve({
    name: "test",
    logger,
    publicApp,
    internal,
    listen: { ...listen, ...changes },
    ...(onStop && { onStop }),
  });
  return { service, publicApp, started: started.promise, finish: finish.resolve };
}

async function request(url: string, agent: Agent): Promise<IncomingMessage> {
  const [response] = (await once(get(url, { agent }), "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return response;
}

const whenClosing = (app: FastifyInstance) =>
  new Promise<void>((resolve) => {
    app.server.once("close", resolve);
  });

it("finishes requests in flight and closes idle keep-alive connections at once [CT-PROC-08]", async () => {
  const { service, started, finish } = await startService();
  const agent = new Agent({ keepAlive: true });
  await request(`${service.publicUrl}/fast`, agent);
  const slow = request(`${service.publicUrl}/slow`, agent);
  await request(`${service.publicUrl}/fast`, new Agent({ keepAlive: true }));
  await started;

  const stopping = service.stop();
  finish();

  const response = await slow;
  expect(response.statusCode).toBe(200);
  const startedAt = performance.now();
  await stopping;
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

it("turns readiness false before it stops accepting [CT-PROC-08]", async () => {
  const { service, publicApp } = await startService({ drainDelayMs: 300 });
  const closed = vi.fn();
  void whenClosing(publicApp).then(closed);

  const stopping = service.stop();
  const ready = await fetch(`${service.internalUrl}/readyz`);
  const answer = await request(`${service.publicUrl}/fast`, new Agent({ keepAlive: true }));

  expect([ready.status, answer.statusCode]).toEqual([503, 200]);
  expect(answer.headers.connection).toBe("close");
  expect(closed).not.toHaveBeenCalled();
  await stopping;
  await expect(fetch(`${service.publicUrl}/fast`)).rejects.toThrow("fetch failed");
  await expect(fetch(`${service.internalUrl}/livez`)).rejects.toThrow("fetch failed");
});

it("stays alive and visible on the internal port until everything has ended [CT-PROC-08]", async () => {
  const onStop = vi.fn(async () => {
    const alive = await fetch(`${service.internalUrl}/livez`);
    expect(alive.status).toBe(200);
  });
  const { service } = await startService({}, onStop);
  await Promise.all([service.stop(), service.stop()]);
  expect(onStop).toHaveBeenCalledOnce();
});

it("cuts requests that do not finish in time", async () => {
  const { service, started, finish } = await startService({ shutdownTimeoutMs: 100 });
  const slow = request(`${service.publicUrl}/slow`, new Agent());
  const cut = expect(slow).rejects.toThrow("socket hang up");
  await started;
  await service.stop();
  await cut;
  finish();
});

it("closes connections beyond the configured number at once, on either port", async () => {
  const { service, publicApp } = await startService({ maxConnections: 1, internalMaxConnections: 1 });
  for (const url of [service.publicUrl, service.internalUrl]) {
    const { hostname, port } = new URL(url);
    const first = connect(Number(port), hostname);
    await once(first, "connect");
    const second = connect(Number(port), hostname).resume();
    await once(second, "close");
    expect(second.bytesRead).toBe(0);
    first.destroy();
  }
  await service.stop();
  expect(publicApp.server.listening).toBe(false);
});

describe("when a port is taken", () => {
  it("fails and leaves nothing listening", async () => {
    const blocker = createServer().listen(0, "127.0.0.1");
    await once(blocker, "listening");
    const { port } = blocker.address() as AddressInfo;
    const publicApp = createHttpApp({ logger });
    const internal = createInternalApp({ logger, metrics: createMetrics({ service: "test" }), checks: {} });

    const starting = serve({ name: "test", logger, publicApp, internal, listen: { ...listen, port } });

    await expect(starting).rejects.toMatchObject({ code: "EADDRINUSE" });
    expect([publicApp.server.listening, internal.app.server.listening]).toEqual([false, false]);
    blocker.close();
  });
});
