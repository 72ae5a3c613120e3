import { randomBytes } from "node:crypto";
import { context, type SpanContext, trace, TraceFlags, type Tracer } from "@opentelemetry/api";
import { spanContextOf } from "./trace-context.ts";

/** The tracing of one service. */
export interface Tracing {
  readonly tracer: Pick<Tracer, "startSpan">;
  /** Whether spans are recorded and sent. Otherwise they only hand their trace on. */
  readonly exporting: boolean;
  /** Sends recorded spans. Never throws, because a lost span is no reason to fail. */
  close(): Promise<void>;
}

/**
 * Records nothing and costs next to nothing. Ids still flow: an incoming trace goes out unchanged, so that other
 * services record it without a gap, and work without an incoming trace begins one.
 */
export const UNRECORDED: Tracing = {
  tracer: {
    startSpan: (_name, _options, parent = context.active()) =>
      trace.wrapSpanContext(spanContextOf(parent) ?? new BegunTrace()),
  },
  exporting: false,
  close: () => Promise.resolve(),
};

/** Its ids are drawn when somebody asks for them: most requests end without handing a trace on. */
class BegunTrace implements SpanContext {
  readonly traceFlags = TraceFlags.NONE;
  #drawn: string | undefined;

  get traceId(): string {
    return this.#ids().slice(0, 32);
  }

  get spanId(): string {
    return this.#ids().slice(32);
  }

  #ids(): string {
    return (this.#drawn ??= randomBytes(24).toString("hex"));
  }
}
