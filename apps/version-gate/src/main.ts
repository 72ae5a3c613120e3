import { openStore } from "@countersign/mongo";
import { createLogger, loadConfig, runMain } from "@countersign/service-kit";
import { startTracing } from "@countersign/tracing";
import { versionGateConfig, versionGateEnvironment } from "./config.ts";
import { SERVICE_NAME, startVersionGate } from "./service.ts";

/** Beyond the drain and the requests in flight: indexes and store. */
const STOP_MARGIN_MS = 5_000;

/** The driver's own time-outs: the store's return is noticed within a second. */
const CONNECT_TIMEOUT_MS = 500;
const HEARTBEAT_MS = 1_000;

await runMain(async () => {
  const config = versionGateConfig(loadConfig(versionGateEnvironment, process.env));
  const logger = createLogger({ name: SERVICE_NAME, level: config.logLevel });
  await using started = new AsyncDisposableStack();
  const tracing = await startTracing(config.tracing, { service: SERVICE_NAME, logger });
  started.defer(() => tracing.close());
  const store = openStore({
    ...config.mongodb,
    appName: SERVICE_NAME,
    tracing,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    driver: { heartbeatFrequencyMS: HEARTBEAT_MS },
  });
  started.defer(() => store.close());
  const service = await startVersionGate(config, { store, logger, tracing });
  started.defer(() => service.stop());
  const running = started.move();
  const { drainDelayMs, shutdownTimeoutMs } = config.listen;
  return {
    logger,
    addresses: { publicUrl: service.publicUrl, internalUrl: service.internalUrl },
    stop: () => running.disposeAsync(),
    stopTimeoutMs: drainDelayMs + shutdownTimeoutMs + STOP_MARGIN_MS,
  };
});
