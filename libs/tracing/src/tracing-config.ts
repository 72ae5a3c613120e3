/** `OTEL_TRACES_SAMPLER`, as OpenTelemetry names them. */
export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** Destination and selection of spans. */
export interface TracingConfig {
  /** Base URL of an OTLP/HTTP receiver; spans go to `v1/traces` below it. */
  endpoint: string;
  /** Replaces the service's own name. */
  serviceName?: string;
  sampler: (typeof SAMPLERS)[number];
  /** Share of traces of the ratio samplers, from 0 to 1. */
  samplerRatio: number;
}

/** Log for the exporter's warnings, such as that the receiver is away. */
export interface TracingLog {
  warn: (fields: object, message: string) => void;
}
