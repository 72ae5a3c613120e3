export { startTracing } from "./start-tracing.ts";
export { traceWork as traced, type TracedOptions } from "./traced.ts";
export {
  outsideTraceOf,
  spanContextOf,
  traceFields,
  type TraceHeaders,
  traceHeaders,
  traceOf,
} from "./trace-context.ts";
export { type Tracing, UNRECORDED } from "./tracing.ts";
export { SAMPLERS, type TracingConfig } from "./tracing-config.ts";
