import { randomBytes } from "node:crypto";
import { context, type SpanContext, trace, TraceFlags, type Tracer } from "@opentelemetry/api";
import { spanContextOf } from "./trace-context.ts";

/** What a service traces with. */
export interface Tracing {
  readonly tracer: Pick<Tracer, "startSpan">;
  /** Whether spans are recorded and sent. Without it they only hand their trace on. */
  readonly exporting: boolean;
  /** Sends what was recorded. Never throws: a lost span is no reason to fail. */
  close(): Promise<void>;
}

/**
 * Records nothing and costs next to nothing. Ids flow all the same: a trace that came in goes out as it came, so that
 * whoever records it finds no gap, and where none came in one begins.
 */
export const UNRECORDED: Tracing = {
  tracer: {
    startSpan: (_name, _options, parent = context.active()) =>
      trace.wrapSpanContext(spanContextOf(parent) ?? beginTrace()),
  },
  exporting: false,
  close: () => Promise.resolve(),
};

function beginTrace(): SpanContext {
  const ids = randomBytes(24).toString("hex");
  return { traceId: ids.slice(0, 32), spanId: ids.slice(32), traceFlags: TraceFlags.NONE };
}
