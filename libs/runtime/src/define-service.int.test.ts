import { isDeepStrictEqual } from "node:util";
import { createInProcessBus, type Delivery } from "@countersign/bus";
import { MESSAGES, STREAMS } from "@countersign/contracts";
import { connectStore, ensureIndexes, openStore } from "@countersign/mongo";
import {
  ConfigError,
  createHttpApp,
  createLogger,
  serviceConfig,
  serviceEnvironment,
} from "@countersign/service-kit";
import {
  freePort,
  silentLogger,
  testEnvironment,
  useStoreProxy,
  useTestStore,
  waitFor,
} from "@countersign/testing";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { defineService, type Service, type ServiceDependencies, type Surfaces } from "./define-service.ts";

const testStore = await useTestStore();
const proxy = await useStoreProxy(testStore.uri);
const env = testEnvironment(testStore);
const NOT_PRIMARY = { code: 10_107, codeName: "NotWritablePrimary", errmsg: "not primary" };
const NO_BROKER = "nats://127.0.0.1:1";

let ended: string[];
beforeEach(() => {
  ended = [];
});

const common = {
  name: "sample",
  environment: serviceEnvironment({ port: 0, internalPort: 0 }, {}),
  config: serviceConfig,
};

/** A store whose close is noted. */
const openNoted: NonNullable<Parameters<typeof defineService>[0]["openStore"]> = async (options) => {
  const store = await connectStore(options);
  const close = async () => {
    await store.close();
    ended.push("store");
  };
  return { ...store, close };
};

/** A service whose work ends before its store and its bus. */
function sampleService(
  begin: (parts: ServiceDependencies) => Promise<void> = async () => undefined,
): Service {
  return defineService({
    ...common,
    openStore: openNoted,
    start: async (_config, dependencies): Promise<Surfaces> => {
      const { store, bus, logger, metrics, tracing, onStop } = dependencies;
      const publicApp = createHttpApp({ logger, metrics, tracing });
      publicApp.get("/", () => "served");
      for (const work of ["first", "second"]) {
        onStop(async () => {
          await Promise.all([store.ping(), bus.ping()]);
          ended.push(work);
        });
      }
      await begin(dependencies);
      return {
        publicApp,
        internalRoutes: async (app) => void app.get("/inside", () => "for operators"),
        checks: { indexes: async () => undefined },
      };
    },
  });
}

const bodyOf = async (url: string) => (await fetch(url)).text();

/** More messages than a consumer has in progress. */
const MANY_MESSAGES = 1_100;
/** Counts of its consumers in the metrics of a service, by durable and name. */
const seriesOf = async ({ internalUrl }: { internalUrl: string }) => {
  const text = await bodyOf(`${internalUrl}/metrics`);
  const lines = [...text.matchAll(/^bus_(\w+)\{.*durable="(\w+)".*\} (\d+)$/gmu)];
  return Object.fromEntries(lines.map(([, name, durable, value]) => [`${durable} ${name}`, Number(value)]));
};

describe("a service", () => {
  it("serves on both ports, with its health and its metrics", async () => {
    const { publicUrl, internalUrl, stop } = await sampleService().start(env, { logger: silentLogger });
    onTestFinished(stop);
    expect(await bodyOf(publicUrl)).toBe("served");
    expect(await bodyOf(`${internalUrl}/inside`)).toBe("for operators");
    expect(JSON.parse(await bodyOf(`${internalUrl}/readyz`))).toEqual({
      status: "ready",
      checks: { store: "ok", indexes: "ok", bus: "ok" },
    });
    expect(await bodyOf(`${internalUrl}/metrics`)).toMatch(
      /http_request_duration_seconds_count\{.*service="sample".*\} 1/u,
    );
  });

  it("ends its own work, the last first, before its store", async () => {
    const { stop } = await sampleService().start(env, { logger: silentLogger });
    await Promise.all([stop(), stop()]);
    expect(ended).toEqual(["second", "first", "store"]);
  });

  it("lives and says that indexes are being built while it starts, and is ready afterwards", async () => {
    const [orders, port] = [testStore.db.collection("orders"), await freePort()];
    await orders.insertOne({ a: 1 });
    await using session = testStore.client.startSession();
    session.startTransaction();
    // A build waits for the transaction.
    await orders.updateOne({ a: 1 }, { $set: { b: 1 } }, { session });
    const plans = [
      { collection: "quick", indexes: [{ key: { a: 1 } }] },
      { collection: "orders", indexes: [{ key: { a: 1 } }] },
    ];
    const starting = sampleService(({ store }) => ensureIndexes(store, plans)).start(
      { ...env, INTERNAL_PORT: String(port) },
      { logger: silentLogger },
    );
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: response.status, body: await response.json() };
    };
    const whileBuilding = {
      status: 503,
      body: { status: "starting", checks: { store: "ok" }, building: ["orders"] },
    };
    await waitFor(async () => {
      const answer = await ask("/readyz").catch(() => undefined);
      return isDeepStrictEqual(answer, whileBuilding);
    });
    expect(await ask("/livez")).toEqual({ status: 200, body: { status: "ok" } });
    await session.commitTransaction();
    const { stop } = await starting;
    onTestFinished(stop);
    expect(await ask("/readyz")).toEqual({
      status: 200,
      body: { status: "ready", checks: { store: "ok", indexes: "ok", bus: "ok" } },
    });
  });

  it.each([
    ["is not there yet", () => proxy.refuse(), async () => undefined],
    [
      "has no primary while indexes are built",
      () => undefined,
      async ({ store }: ServiceDependencies) => {
        if (ended.length === 0) proxy.failCommands(({ createIndexes }) => createIndexes && NOT_PRIMARY);
        await ensureIndexes(store, [{ collection: "late", indexes: [{ key: { a: 1 } }] }]);
      },
    ],
  ])("waits for a store that %s, and says so in one line", async (_, before, begin) => {
    onTestFinished(() => proxy.accept());
    const said: { msg: string }[] = [];
    const write = (line: string) => {
      said.push(JSON.parse(line) as { msg: string });
      proxy.accept();
    };
    const logger = createLogger({ name: "sample", level: "info", destination: { write } });
    const bus = createInProcessBus({ logger });
    onTestFinished(() => bus.close());
    before();
    const { stop, publicUrl } = await sampleService(begin).start(
      { ...env, MONGODB_URI: proxy.uri },
      { logger, bus },
    );
    onTestFinished(stop);
    expect(said.filter(({ msg }) => msg === "the store does not answer yet")).toHaveLength(1);
    expect(await bodyOf(publicUrl)).toBe("served");
  });

  it("stops its started parts when its start fails", async () => {
    const failing = sampleService(() => Promise.reject(new Error("no index can be made")));
    await expect(failing.start(env, { logger: silentLogger })).rejects.toThrow("no index can be made");
    expect(ended).toEqual(["second", "first", "store"]);
  });

  it("stops its started parts when a port is taken", async () => {
    const service = sampleService();
    const { publicUrl, stop } = await service.start(env, { store: testStore, logger: silentLogger });
    onTestFinished(stop);
    const taken = { ...env, PORT: new URL(publicUrl).port };
    await expect(service.start(taken, { logger: silentLogger })).rejects.toThrow("EADDRINUSE");
    expect(ended).toEqual(["second", "first", "store"]);
  });

  it("leaves the store and bus that it was given open", async () => {
    const bus = createInProcessBus({ logger: silentLogger });
    onTestFinished(() => bus.close());
    const { stop } = await sampleService().start(env, { store: testStore, bus, logger: silentLogger });
    await stop();
    expect(ended).toEqual(["second", "first"]);
    await Promise.all([testStore.ping(), bus.ping()]);
  });

  it("counts the dead letters, retries and lag of its own consumers on a bus that it shares [MSG-DELIVERY-08]", async () => {
    const bus = createInProcessBus({ logger: silentLogger });
    onTestFinished(() => bus.close());
    await bus.ensureStreams([STREAMS.commands]);
    const held = Promise.withResolvers<void>();
    onTestFinished(() => held.resolve());
    const consuming = (durable: string, handle: (delivery: Delivery) => Promise<void>) =>
      sampleService(async (dependencies) => {
        const { name: stream, subjects } = STREAMS.commands;
        const [filter] = subjects;
        const options = { stream, filter, durable, backoffMs: [1, 1], concurrency: 1 };
        await dependencies.bus.consume(options, handle);
      }).start(env, { store: testStore, bus, logger: silentLogger });
    const failing = await consuming("failing", () => Promise.reject(new Error("no")));
    onTestFinished(failing.stop);
    const waiting = await consuming("waiting", () => held.promise);
    onTestFinished(waiting.stop);
    for (const id of Array.from({ length: MANY_MESSAGES }, (_, n) => `m${n}`)) {
      await bus.publish({ subject: MESSAGES.submitCommand.address, id, data: {} });
    }
    await waitFor(async () => (await seriesOf(failing))["failing dead_letters_total"] === MANY_MESSAGES);
    const own = await seriesOf(failing);
    // Where very many are in progress, some are given up earlier.
    expect(own["failing retries_total"]).toBeGreaterThan(0);
    expect(own).toEqual({
      "failing dead_letters_total": MANY_MESSAGES,
      "failing dead_letters_lost_total": 0,
      "failing retries_total": expect.any(Number),
      "failing consumer_lag_messages": 0,
    });
    const others = await seriesOf(waiting);
    expect(others).toMatchObject({ "waiting dead_letters_total": 0, "waiting retries_total": 0 });
    expect(others["waiting consumer_lag_messages"]).toBeGreaterThan(0);
    expect(Object.keys(others).filter((name) => name.startsWith("failing"))).toEqual([]);
  });

  it("warns that its messages reach only itself if it opens a bus without a broker", async () => {
    const lines: string[] = [];
    const logger = createLogger({
      name: "sample",
      level: "warn",
      destination: { write: (line) => lines.push(line) },
    });
    const { stop } = await sampleService().start(env, { logger });
    await stop();
    expect(lines).toEqual([expect.stringContaining("NATS_URL is not set")]);
    const bus = createInProcessBus({ logger });
    onTestFinished(() => bus.close());
    const sharing = await sampleService().start(env, { logger, bus });
    await sharing.stop();
    expect(lines).toHaveLength(1);
  });

  it("warns of an audience that is another service's [AGT-2]", async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) };
    const logger = createLogger({ name: "sample", level: "warn", destination });
    const bus = createInProcessBus({ logger });
    onTestFinished(() => bus.close());
    for (const AUTH_AUDIENCE of ["our-own", "countersign-approvals", "countersign-journal"]) {
      const { stop } = await sampleService().start({ ...env, AUTH_AUDIENCE }, { logger, bus });
      await stop();
    }
    expect(lines).toEqual([expect.stringContaining("AUTH_AUDIENCE is the one of mcp-journal")]);
  });

  it("names every variable that is wrong, and opens nothing", async () => {
    const wrong = { ...env, PORT: "x", LOG_LEVEL: "loud" };
    const started = sampleService().start(wrong);
    await expect(started).rejects.toBeInstanceOf(ConfigError);
    await expect(started).rejects.toThrow(/LOG_LEVEL.*\nPORT/u);
    expect(ended).toEqual([]);
  });
});

describe("a service without a bus, on a store that may be away", () => {
  const alone = defineService({
    ...common,
    name: "alone",
    bus: false,
    openStore: (options) => openStore({ ...options, serverSelectionTimeoutMs: 100, connectTimeoutMs: 100 }),
    start: async (_config, { logger }) => ({ publicApp: createHttpApp({ logger }) }),
  });

  it("starts without an answer from store or broker, and is not ready", async () => {
    const away = { ...env, MONGODB_URI: "mongodb://127.0.0.1:1/?directConnection=true", NATS_URL: NO_BROKER };
    const { internalUrl, stop } = await alone.start(away, { logger: silentLogger });
    onTestFinished(stop);
    const ready = await fetch(`${internalUrl}/readyz`);
    expect({ status: ready.status, body: await ready.json() }).toEqual({
      status: 503,
      body: { status: "not ready", checks: { store: "failed" } },
    });
  });

  it("has less time to stop, because it has no consumers", async () => {
    const withBus = await sampleService().start(env, { logger: silentLogger });
    const without = await alone.start(env, { logger: silentLogger });
    await Promise.all([withBus.stop(), without.stop()]);
    const stopping = { DRAIN_DELAY_MS: 0, SHUTDOWN_TIMEOUT_MS: 10_000 };
    expect(withBus.stopTimeoutMs).toBe(stopping.SHUTDOWN_TIMEOUT_MS + 10_000);
    expect(without.stopTimeoutMs).toBe(stopping.SHUTDOWN_TIMEOUT_MS + 5_000);
  });
});
