import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { type Sampler, type SpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Tracing } from "./tracing.ts";

export interface RecordOptions {
  /** Name of the service that the spans are of. */
  service: string;
  /** Default: what the caller's trace says, and every trace that begins here. */
  sampler?: Sampler;
}

/** Tracing whose spans go to a processor: to a batch for an exporter, or to a test. To close it fails as the processor does. */
export function recordTraces(processor: SpanProcessor, { service, sampler }: RecordOptions): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ "service.name": service })),
    spanProcessors: [processor],
    ...(sampler && { sampler }),
  });
  return {
    tracer: provider.getTracer("countersign"),
    exporting: true,
    close: () => provider.shutdown(),
  };
}
