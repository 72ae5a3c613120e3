import {
  type Context,
  context,
  createContextKey,
  defaultTextMapGetter,
  defaultTextMapSetter,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";

// OpenTelemetry has one for the process; a context manager that was registered before stays.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

const propagator = new W3CTraceContextPropagator();

/** W3C trace context as it travels: `traceparent` and, where the trace has one, `tracestate`. */
export interface TraceHeaders {
  traceparent?: string;
  tracestate?: string;
}

/** The trace in the headers of a request or message; a malformed one counts as absent. */
export function traceOf(headers: Readonly<Record<string, unknown>>): Context {
  const extractedContext = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
  const spanContext = trace.getSpanContext(extractedContext);
  // Unknown flags are not handed on, because the propagator would write them malformed.
  return spanContext
    ? trace.setSpanContext(extractedContext, {
        ...spanContext,
        traceFlags: spanContext.traceFlags & TraceFlags.SAMPLED,
      })
    : extractedContext;
}

const FROM_OUTSIDE = createContextKey("the request came from outside the platform");
/** Of every request from outside without a trace. */
const OUTSIDE = ROOT_CONTEXT.setValue(FROM_OUTSIDE, true);

/** The same for a request from outside: it continues its caller's trace, but does not decide whether to record it. */
export function outsideTraceOf(headers: Readonly<Record<string, unknown>>): Context {
  return headers["traceparent"] === undefined ? OUTSIDE : traceOf(headers).setValue(FROM_OUTSIDE, true);
}

/** Whether the work was caused by a request that anybody can send. */
export function isFromOutside(of: Context): boolean {
  return of.getValue(FROM_OUTSIDE) === true;
}

/** Headers that carry the trace to another process. Without a trace there are none. */
export function traceHeaders(of: Context = context.active()): TraceHeaders {
  const headers: TraceHeaders = {};
  propagator.inject(of, headers, defaultTextMapSetter);
  return headers;
}

/** The span of a context, if any. */
export function spanContextOf(of: Context): SpanContext | undefined {
  const spanContext = trace.getSpanContext(of);
  return spanContext && isSpanContextValid(spanContext) ? spanContext : undefined;
}

/** Trace ids of the work in progress, for its log lines; empty without a trace. */
export function traceFields(): { traceId?: string; spanId?: string } {
  const spanContext = spanContextOf(context.active());
  return spanContext ? { traceId: spanContext.traceId, spanId: spanContext.spanId } : {};
}
