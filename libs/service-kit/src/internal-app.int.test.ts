import { afterEach, expect, it, vi } from "vitest";
import { createInternalApp, type InternalApp, type ReadinessCheck } from "./internal-app.ts";
import { createLogger } from "./logger.ts";
import { createMetrics } from "./metrics.ts";

let internal: InternalApp;
const never = () => new Promise<never>(() => undefined);

function create(checks: Record<string, ReadinessCheck> = {}, reports: Record<string, ReadinessCheck> = {}) {
  internal = createInternalApp({
    logger: createLogger({ name: "test", level: "silent" }),
    metrics: createMetrics({ service: "test" }),
    checks,
    reports,
    checkTimeoutMs: 50,
  });
  return internal.app;
}
afterEach(() => internal.app.close());

it("is alive in any state of its dependencies [CT-PROC-04]", async () => {
  const response = await create({ store: never }).inject("/livez");
  expect([response.statusCode, response.json()]).toEqual([200, { status: "ok" }]);
});

it("is ready when every dependency answers [CT-PROC-04]", async () => {
  const store = vi.fn(async () => undefined);
  const response = await create({ store, broker: async () => "pong" }).inject("/readyz");
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { status: "ready", checks: { store: "ok", broker: "ok" } },
  ]);
  expect(store).toHaveBeenCalledOnce();
});

it.each<[string, ReadinessCheck]>([
  ["rejects", () => Promise.reject(new Error("10.0.0.7 refused"))],
  [
    "throws",
    () => {
      throw new Error("10.0.0.7 refused");
    },
  ],
  ["hangs", never],
])("names the dependency that %s, without internals [CT-PROC-04]", async (_case, store) => {
  const response = await create({ store, broker: async () => undefined }).inject("/readyz");
  expect([response.statusCode, response.json()]).toEqual([
    503,
    { status: "not ready", checks: { store: "failed", broker: "ok" } },
  ]);
});

it("stays ready without its optional dependencies, and reports them [CT-PROC-04]", async () => {
  const response = await create({ store: async () => undefined }, { bus: never }).inject("/readyz");
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { status: "ready", checks: { store: "ok", bus: "failed" } },
  ]);
});

it("is no longer ready once it drains [CT-PROC-08]", async () => {
  const app = create({ store: async () => undefined });
  internal.startDraining();
  const response = await app.inject("/readyz");
  expect([response.statusCode, response.json()]).toEqual([
    503,
    { status: "stopping", checks: { store: "ok" } },
  ]);
});

it("serves metrics of its own registry [CT-PROC-04]", async () => {
  const { body, headers } = await create().inject("/metrics");
  expect(headers["content-type"]).toMatch(/^text\/plain/);
  expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds\{service="test"\} /m);
  expect(body).toContain("# TYPE http_request_duration_seconds histogram");
});
