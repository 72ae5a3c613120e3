import { randomBytes } from "node:crypto";
import { type SpanContext, trace, TraceFlags } from "@opentelemetry/api";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { TracingConfig } from "./tracing-config.ts";
import { isFromOutside } from "./trace-context.ts";

/** `OTEL_TRACES_SAMPLER` and its argument. */
export type Sampling = Pick<TracingConfig, "sampler" | "samplerRatio">;

/**
 * Decides whether a span is recorded, as OpenTelemetry defines it, except for callers from outside: anybody can send a
 * `traceparent` that asks for a record, so their traces are recorded only as often as traces that begin here. Traces
 * from the platform itself keep their sender's decision.
 */
export function samplerOf({ sampler, samplerRatio }: Sampling): Sampler {
  const root = rootSampler(sampler.replace("parentbased_", ""), samplerRatio);
  const ownSampler = sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
  return {
    shouldSample: (context, traceId, ...span) => {
      const isAsked = isFromOutside(context) && isAskedFor(trace.getSpanContext(context));
      // The caller also chose the trace's id, and could choose one of the recorded share.
      return isAsked
        ? root.shouldSample(trace.deleteSpan(context), randomTraceId(), ...span)
        : ownSampler.shouldSample(context, traceId, ...span);
    },
    toString: () => ownSampler.toString(),
  };
}

function isAskedFor(caller: SpanContext | undefined): boolean {
  return caller?.isRemote === true && (caller.traceFlags & TraceFlags.SAMPLED) !== 0;
}

function randomTraceId(): string {
  return randomBytes(16).toString("hex");
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === "always_off") return new AlwaysOffSampler();
  return name === "traceidratio" ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
