import type { Tracing } from "@countersign/tracing";
import { type Sampling, recordTraces } from "@countersign/tracing/recording";
import { type Attributes, type SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace";

/** The fields of a finished span that tests use. */
export interface RecordedSpan {
  service: string;
  name: string;
  kind: SpanKind;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Attributes;
  failed: boolean;
}

export interface SpanRecorder {
  /** The tracing of a service of this name. */
  tracingOf: (service: string) => Tracing;
  /** The spans that have ended, in the order of their ends. */
  spans: () => RecordedSpan[];
  clear: () => void;
}

/**
 * Keeps the spans of any number of services in memory.
 *
 * @param sampling - default: those of a sender that records, and of every trace that begins here
 */
export function recordSpans(sampling?: Sampling): SpanRecorder {
  const exporter = new InMemorySpanExporter();
  return {
    tracingOf: (service) =>
      recordTraces(new SimpleSpanProcessor({ exporter }), { service, ...(sampling && { sampling }) }),
    spans: () =>
      exporter.getFinishedSpans().map((span) => ({
        service: String(span.resource.attributes["service.name"]),
        name: span.name,
        kind: span.kind,
        traceId: span.spanContext().traceId,
        spanId: span.spanContext().spanId,
        parentSpanId: span.parentSpanContext?.spanId,
        attributes: span.attributes,
        failed: span.status.code === SpanStatusCode.ERROR,
      })),
    clear: () => exporter.reset(),
  };
}
