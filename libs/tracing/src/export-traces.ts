import { setTimeout as delay } from "node:timers/promises";
import { diag, DiagLogLevel } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { BatchSpanProcessor } from "@opentelemetry/sdk-trace";
import { recordTraces } from "./record-traces.ts";
import type { TracingConfig, TracingLog } from "./tracing-config.ts";
import type { Tracing } from "./tracing.ts";

/** Most spans that wait for the next batch; more are dropped. A decision makes about forty. */
const MAX_QUEUE = 8_192;
const MAX_BATCH = 1_024;
const BATCH_DELAY_MS = 1_000;
/** A receiver that is away must not delay the stop of a service. */
const CLOSE_TIMEOUT_MS = 2_000;

const silent = () => undefined;

/** Tracing that sends its spans over OTLP/HTTP. The exporter reads `OTEL_EXPORTER_OTLP_*` itself, such as its headers. */
export function exportTraces(
  { endpoint, serviceName, ...sampling }: TracingConfig,
  { service, logger }: { service: string; logger: TracingLog },
): Tracing {
  const warn = (message: string, ...details: unknown[]) =>
    logger.warn({ details }, `traces cannot be exported: ${message}`);
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/u, "")}/v1/traces` });
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_QUEUE,
    maxExportBatchSize: MAX_BATCH,
    scheduledDelayMillis: BATCH_DELAY_MS,
  });
  const tracing = recordTraces(processor, { service: serviceName ?? service, sampling });
  return {
    ...tracing,
    close: async () => {
      const tooLate = delay(CLOSE_TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error(`not sent within ${CLOSE_TIMEOUT_MS} ms`);
      });
      await Promise.race([tracing.close(), tooLate]).catch((error: unknown) => warn(String(error)));
    },
  };
}
