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

// One for the process, as OpenTelemetry has it; whoever registered another one before keeps it.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

const propagator = new W3CTraceContextPropagator();

/** W3C trace context as it travels: `traceparent` and, where the trace has one, `tracestate`. */
export interface TraceHeaders {
  traceparent?: string;
  tracestate?: string;
}

/** The trace of what came in by its headers; what is none, or is malformed, counts as absent. */
export function traceOf(headers: Readonly<Record<string, unknown>>): Context {
  const extracted = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
  const found = trace.getSpanContext(extracted);
  // Flags that nobody knows yet are not handed on; the propagator would write them malformed.
  return found
    ? trace.setSpanContext(extracted, { ...found, traceFlags: found.traceFlags & TraceFlags.SAMPLED })
    : extracted;
}

const FROM_OUTSIDE = createContextKey("what came in is nobody's of the platform");

/** The same of a request that anybody can send: it continues its caller's trace, but does not decide what is recorded. */
export function outsideTraceOf(headers: Readonly<Record<string, unknown>>): Context {
  return traceOf(headers).setValue(FROM_OUTSIDE, true);
}

/** Whether the work was caused by a request that anybody can send. */
export function isFromOutside(of: Context): boolean {
  return of.getValue(FROM_OUTSIDE) === true;
}

/** Headers that hand the trace on to another process; empty where there is none. */
export function traceHeaders(of: Context = context.active()): TraceHeaders {
  const headers: TraceHeaders = {};
  propagator.inject(of, headers, defaultTextMapSetter);
  return headers;
}

/** The span that a context belongs to, if it belongs to one. */
export function spanContextOf(of: Context): SpanContext | undefined {
  const found = trace.getSpanContext(of);
  return found && isSpanContextValid(found) ? found : undefined;
}

/** Ids of the work in hand, for its log lines; empty where it belongs to no trace. */
export function traceFields(): { traceId?: string; spanId?: string } {
  const found = spanContextOf(context.active());
  return found ? { traceId: found.traceId, spanId: found.spanId } : {};
}
