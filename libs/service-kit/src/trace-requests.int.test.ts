import { type AddressInfo, connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { recordSpans, waitFor } from "@countersign/testing";
import { traceHeaders, type Tracing, UNRECORDED } from "@countersign/tracing";
import { SpanKind } from "@opentelemetry/api";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpApp } from "./http-app.ts";
import { createLogger } from "./logger.ts";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const SPAN_ID = "b7ad6b7169203331";
const TRACE = { traceparent: `00-${TRACE_ID}-${SPAN_ID}-01`, tracestate: "vendor=1" };

const recorder = recordSpans();
let app: FastifyInstance;
let lines: Record<string, unknown>[];
let held: PromiseWithResolvers<void>;
let released: PromiseWithResolvers<void>;

async function start(tracing?: Tracing): Promise<void> {
  lines = [];
  [held, released] = [Promise.withResolvers(), Promise.withResolvers()];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const logger = createLogger({ name: "test", level: "info", destination: { write } });
  app = createHttpApp({ logger, ...(tracing && { tracing }) });
  app.post("/things/:id", ({ log }) =>
    delay(1).then(() => {
      log.info("at work");
      return traceHeaders();
    }),
  );
  app.get("/bug", () => {
    throw new Error("bug");
  });
  app.get("/held", async () => {
    held.resolve();
    await released.promise;
    return {};
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
}
beforeEach(() => recorder.clear());
afterEach(() => app.close());

const url = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

/** A body that comes in a packet of its own, after the headers. */
async function post(headers: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const body = (async function* () {
    await delay(5);
    yield Buffer.from('{"a":1}');
  })();
  const init = { headers: { ...headers, "content-type": "application/json" }, body, duplex: "half" };
  const response = await fetch(`${url()}/things/1?secret=1`, { method: "POST", ...init } as RequestInit);
  return (await response.json()) as Record<string, string>;
}

describe("a request to a service that records", () => {
  beforeEach(() => start(recorder.tracingOf("test")));

  it("is a span of the caller's trace, and so are its handler's work and log lines [MSG-EVENT-03]", async () => {
    const inside = await post(TRACE);
    await waitFor(() => recorder.spans().length === 1);
    const [span] = recorder.spans();
    expect(span).toMatchObject({
      name: "POST /things/:id",
      kind: SpanKind.SERVER,
      traceId: TRACE_ID,
      parentSpanId: SPAN_ID,
      failed: false,
      attributes: {
        "http.request.method": "POST",
        "http.route": "/things/:id",
        "url.path": "/things/1",
        "http.response.status_code": 200,
      },
    });
    expect(inside).toEqual({ traceparent: `00-${TRACE_ID}-${span?.spanId}-01`, tracestate: "vendor=1" });
    expect(lines.filter(({ msg }) => msg === "at work" || msg === "request completed")).toMatchObject([
      { msg: "at work", traceId: TRACE_ID, spanId: span?.spanId },
      { msg: "request completed", traceId: TRACE_ID, spanId: span?.spanId },
    ]);
  });

  it("begins a trace if the caller has none, and marks a 5xx as failed", async () => {
    await Promise.all([fetch(`${url()}/bug`), fetch(`${url()}/nowhere`)]);
    await waitFor(() => recorder.spans().length === 2);
    const spans = recorder.spans().toSorted((a, b) => a.name.localeCompare(b.name));
    expect(spans).toMatchObject([
      { name: "GET", failed: false, attributes: { "http.response.status_code": 404 } },
      { name: "GET /bug", failed: true, attributes: { "http.response.status_code": 500 } },
    ]);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2);
    const line = lines.find(({ msg }) => msg === "request failed unexpectedly");
    expect(line).toMatchObject({ traceId: spans[1]?.traceId });
  });

  it("ends its span when its client goes away", async () => {
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    socket.write("GET /held HTTP/1.1\r\nhost: x\r\n\r\n");
    await held.promise;
    expect(recorder.spans()).toEqual([]);
    socket.destroy();
    await waitFor(() => recorder.spans().some(({ name }) => name === "GET /held"));
    released.resolve();
  });
});

describe("a request to a service that records no trace that begins here", () => {
  it("is not recorded even if its caller asks for it, and keeps the trace's id", async () => {
    const unsampled = recordSpans({ sampler: "parentbased_traceidratio", samplerRatio: 0 });
    await start(unsampled.tracingOf("test"));
    const inside = await post(TRACE);
    expect(inside["traceparent"]).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-00$`, "u"));
    expect(unsampled.spans()).toEqual([]);
  });
});

describe("a request to a service that records nothing", () => {
  it("hands the caller's trace on unchanged [MSG-EVENT-03]", async () => {
    await start(UNRECORDED);
    expect(await post(TRACE)).toEqual(TRACE);
    expect(lines.at(-1)).toMatchObject({ msg: "request completed", traceId: TRACE_ID, spanId: SPAN_ID });
  });

  it("begins a trace if the caller has none", async () => {
    await start(UNRECORDED);
    const [first, second] = await Promise.all([post({}), post({ traceparent: "nonsense" })]);
    expect(first?.["traceparent"]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/u);
    expect(second?.["traceparent"]).not.toBe(first?.["traceparent"]);
  });

  it("belongs to no trace where the app is not traced", async () => {
    await start();
    expect(await post(TRACE)).toEqual({});
    expect(lines.at(-1)).not.toHaveProperty("traceId");
  });
});
