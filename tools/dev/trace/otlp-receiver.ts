import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A received span. */
export interface Span {
  service: string;
  name: string;
  kind: "internal" | "server" | "client" | "producer" | "consumer";
  traceId: string;
  spanId: string;
  /** Empty for a root. */
  parentSpanId: string;
  /** Milliseconds since the epoch. */
  startMs: number;
  durationMs: number;
  failed: boolean;
  attributes: Readonly<Record<string, string>>;
}

/** A receiver of traces over OTLP/HTTP, like a collector, that keeps them in memory. */
export interface OtlpReceiver extends AsyncDisposable {
  /** `OTEL_EXPORTER_OTLP_ENDPOINT` for services that send here. */
  url: string;
  spans: () => readonly Span[];
}

/** The parts of OTLP's JSON that are read. */
interface Attribute {
  key: string;
  /** By its type: a list holds values again. */
  value: { arrayValue?: { values: Attribute["value"][] } } & Readonly<Record<string, unknown>>;
}
interface TraceExport {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        startTimeUnixNano: string;
        endTimeUnixNano: string;
        attributes: Attribute[];
        status: { code?: number };
      }[];
    }[];
  }[];
}

/** By OTLP's numbers, which begin at 1. */
const KINDS = ["internal", "server", "client", "producer", "consumer"] as const;
const STATUS_ERROR = 2;
const NANOS_PER_MS = 1e6;

/** Starts a receiver on a free port of this machine. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: Span[] = [];
  const server = createServer((request, response) => {
    const receive = async () => {
      spans.push(...spansOf((await json(request)) as TraceExport));
      response.setHeader("content-type", "application/json").end("{}");
    };
    receive().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => spans,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function spansOf({ resourceSpans }: TraceExport): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map(({ name, kind, traceId, spanId, parentSpanId = "", ...span }) => ({
        service: valuesOf(resource.attributes)["service.name"] ?? "",
        name,
        kind: KINDS[kind - 1] ?? "internal",
        traceId,
        spanId,
        parentSpanId,
        startMs: Number(span.startTimeUnixNano) / NANOS_PER_MS,
        durationMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / NANOS_PER_MS,
        failed: span.status.code === STATUS_ERROR,
        attributes: valuesOf(span.attributes),
      })),
    ),
  );
}

function valuesOf(attributes: readonly Attribute[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, textOf(value)]));
}

function textOf({ arrayValue, ...scalar }: Attribute["value"]): string {
  return arrayValue ? arrayValue.values.map(textOf).join(", ") : String(Object.values(scalar)[0]);
}
