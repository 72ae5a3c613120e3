import type { TracingConfig, TracingLog } from "./tracing-config.ts";
import { type Tracing, UNRECORDED } from "./tracing.ts";

/**
 * Starts the tracing of one service. The SDK is loaded only if spans are exported.
 *
 * @param config without it nothing is recorded
 * @param service name of the service, such as `approval-engine`
 */
export async function startTracing(
  config: TracingConfig | undefined,
  { service, logger }: { service: string; logger: TracingLog },
): Promise<Tracing> {
  if (config === undefined) return UNRECORDED;
  const { exportTraces } = await import("./export-traces.ts");
  return exportTraces(config, { service, logger });
}
