import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { type SpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { type Sampling, samplerOf } from "./sampler.ts";
import type { Tracing } from "./tracing.ts";

export type { Sampling };

export interface RecordOptions {
  /** Name of the service that the spans are of. */
  service: string;
  /** Default: the decision of the sender's trace, and every trace that begins here. */
  sampling?: Sampling;
}

const EVERY_TRACE: Sampling = { sampler: "parentbased_always_on", samplerRatio: 1 };

/** Tracing whose spans go to a processor: a batch for an exporter, or a test. `close` fails if the processor does. */
export function recordTraces(
  processor: SpanProcessor,
  { service, sampling = EVERY_TRACE }: RecordOptions,
): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ "service.name": service })),
    spanProcessors: [processor],
    sampler: samplerOf(sampling),
  });
  return {
    tracer: provider.getTracer("countersign"),
    exporting: true,
    close: () => provider.shutdown(),
  };
}
