import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { context } from "@opentelemetry/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  outsideTraceOf,
  startTracing,
  type TracingConfig,
  traced,
  traceFields,
  traceHeaders,
  traceOf,
  UNRECORDED,
} from "./index.ts";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const SPAN_ID = "b7ad6b7169203331";
const TRACEPARENT = `00-${TRACE_ID}-${SPAN_ID}-01`;

describe("the trace in incoming headers", () => {
  it.each([
    ["the caller's", { traceparent: TRACEPARENT }, { traceparent: TRACEPARENT }],
    [
      "with the additions of vendors",
      { traceparent: TRACEPARENT, tracestate: "a=1,b=2" },
      { traceparent: TRACEPARENT, tracestate: "a=1,b=2" },
    ],
    [
      "without unknown flags",
      { traceparent: `00-${TRACE_ID}-${SPAN_ID}-fe` },
      { traceparent: `00-${TRACE_ID}-${SPAN_ID}-00` },
    ],
    ["none without headers", {}, {}],
    ["none from malformed headers", { traceparent: "00-1", tracestate: "a=1" }, {}],
    ["none with ids of zero", { traceparent: `00-${"0".repeat(32)}-${SPAN_ID}-01` }, {}],
    ["none from a value that is not text", { traceparent: 7 }, {}],
  ])("is %s", (_, headers, expected) => {
    expect(traceHeaders(traceOf(headers))).toEqual(expected);
  });
});

describe("work in a trace", () => {
  it("names its ids for log lines, also after waiting", async () => {
    expect(traceFields()).toEqual({});
    await context.with(traceOf({ traceparent: TRACEPARENT }), async () => {
      await delay(1);
      expect(traceFields()).toEqual({ traceId: TRACE_ID, spanId: SPAN_ID });
    });
    expect(traceFields()).toEqual({});
  });

  it("begins a trace of its own without a cause in another", async () => {
    const [first, second] = await Promise.all(
      ["a", "b"].map((name) => traced(UNRECORDED, name, {}, async () => traceFields())),
    );
    expect(first?.traceId).toMatch(/^[0-9a-f]{32}$/u);
    expect(second?.traceId).not.toBe(first?.traceId);
  });

  it("passes its failure on", async () => {
    const failing = traced(UNRECORDED, "a", {}, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
  });
});

describe("exported traces", () => {
  const received: { path: string | undefined; spans: { name: string; traceId: string }[] }[] = [];
  let server: Server;
  let config: TracingConfig;
  const warnings: string[] = [];
  const logger = { warn: (_fields: object, message: string) => void warnings.push(message) };

  beforeEach(async () => {
    received.length = 0;
    warnings.length = 0;
    server = createServer((request, response) => {
      const receive = async () => {
        const { resourceSpans } = (await json(request)) as {
          resourceSpans: { scopeSpans: { spans: { name: string; traceId: string }[] }[] }[];
        };
        const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
        received.push({ path: request.url, spans });
        response.end("{}");
      };
      void receive();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    config = { endpoint, sampler: "parentbased_always_on", samplerRatio: 1 };
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Names of the spans that arrive of one that begins a trace and one whose caller recorded its own. */
  async function namesFrom(change: Partial<TracingConfig>): Promise<string[]> {
    const tracing = await startTracing({ ...config, ...change }, { service: "test", logger });
    await traced(tracing, "begun", {}, async () => undefined);
    const parent = traceOf({ traceparent: TRACEPARENT });
    await traced(tracing, "continued", { parent }, async () => undefined);
    await tracing.close();
    return received.flatMap(({ spans }) => spans.map(({ name }) => name));
  }

  it("arrive at v1/traces below the endpoint, the last ones when it is closed", async () => {
    expect(await namesFrom({})).toEqual(["begun", "continued"]);
    expect(received.map(({ path }) => path)).toEqual(["/v1/traces"]);
    expect(received[0]?.spans[1]?.traceId).toBe(TRACE_ID);
  });

  it.each<[TracingConfig["sampler"], number, string[]]>([
    ["always_on", 0, ["begun", "continued"]],
    ["always_off", 1, []],
    ["traceidratio", 0, []],
    ["traceidratio", 1, ["begun", "continued"]],
    ["parentbased_always_off", 1, ["continued"]],
    ["parentbased_traceidratio", 0, ["continued"]],
  ])("are those that the sampler %s with %d takes", async (sampler, samplerRatio, expected) => {
    expect(await namesFrom({ sampler, samplerRatio })).toEqual(expected);
  });

  it.each<[string, TracingConfig["sampler"], number, string, string[]]>([
    ["when no trace is", "parentbased_always_off", 1, TRACEPARENT, []],
    ["when its share is none", "parentbased_traceidratio", 0, TRACEPARENT, []],
    [
      "with an id of the share that is recorded",
      "parentbased_traceidratio",
      1e-9,
      `00-${"0".repeat(31)}1-${SPAN_ID}-01`,
      [],
    ],
    ["when every trace is", "parentbased_always_on", 1, TRACEPARENT, ["outside", "inside"]],
    ["unless the caller does not record", "parentbased_always_on", 1, TRACEPARENT.replace(/1$/u, "0"), []],
  ])(
    "are of a caller from outside who asks for it only as often as of others: %s",
    async (_, sampler, samplerRatio, traceparent, expected) => {
      const sampling = { ...config, sampler, samplerRatio };
      const tracing = await startTracing(sampling, { service: "test", logger });
      await traced(tracing, "outside", { parent: outsideTraceOf({ traceparent }) }, () =>
        traced(tracing, "inside", {}, async () => {
          expect(traceFields().traceId).toBe(traceparent.split("-")[1]);
        }),
      );
      await tracing.close();
      expect(received.flatMap(({ spans }) => spans.map(({ name }) => name)).toSorted()).toEqual(
        expected.toSorted(),
      );
    },
  );

  it("cost only a warning while nobody receives them", async () => {
    server.close();
    server.closeAllConnections();
    expect(await namesFrom({})).toEqual([]);
    expect(warnings[0]).toContain("traces cannot be exported");
  });
});
