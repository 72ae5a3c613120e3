import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Tracing } from "./tracing.ts";

export interface TracedOptions {
  /** Default: internal work. */
  kind?: SpanKind;
  attributes?: Attributes;
  /** Context that caused the work. Default: the work in progress. */
  parent?: Context;
  /** Whether an error is an ordinary answer, such as a refusal, instead of a fault. Default: never. */
  isAnswer?: (error: unknown) => boolean;
}

/**
 * Runs work in a span, which ends with it. All work that it starts belongs to the span.
 *
 * @param name with few distinct values, so without ids
 * @throws whatever the work throws, after noting it in the span
 */
export async function traceWork<T>(
  { tracer }: Pick<Tracing, "tracer">,
  name: string,
  options: TracedOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { kind = SpanKind.INTERNAL, attributes = {}, parent = context.active(), isAnswer } = options;
  const span = tracer.startSpan(name, { kind, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    if (!isAnswer?.(error)) noteFault(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed with the error. */
function noteFault(span: Span, error: unknown): void {
  const fault = error instanceof Error ? error : new Error(String(error));
  span.setAttribute("error.type", fault.name);
  span.recordException(fault);
  span.setStatus({ code: SpanStatusCode.ERROR, message: fault.message });
}
