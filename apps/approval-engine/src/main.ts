import { createInProcessBus, createJetStreamBus, createMongoMessageLog } from "@countersign/messaging";
import { connectStore } from "@countersign/mongo";
import { createLogger, createMetrics, loadConfig, runMain } from "@countersign/service-kit";

import { approvalEngineConfig, approvalEngineEnvironment } from "./config.ts";
import { createBusMetrics } from "./engine-metrics.ts";
import { SERVICE_NAME, startApprovalEngine } from "./service.ts";

/** Beyond the drain and the requests in flight: consumers, relay, broker and store. */
const STOP_MARGIN_MS = 10_000;

await runMain(async () => {
  const config = approvalEngineConfig(loadConfig(approvalEngineEnvironment, process.env));
  const logger = createLogger({ name: SERVICE_NAME, level: config.logLevel });
  const metrics = createMetrics({ service: SERVICE_NAME });
  await using started = new AsyncDisposableStack();
  const store = await connectStore({ ...config.mongodb, appName: SERVICE_NAME });
  started.defer(() => store.close());
  const events = createBusMetrics(metrics);
  const bus = config.nats
    ? await createJetStreamBus({
        ...config.nats,
        prefix: config.natsPrefix,
        name: SERVICE_NAME,
        logger,
        events,
      })
    : createInProcessBus({ log: await createMongoMessageLog(store.db), logger, events });
  started.defer(() => bus.close());
  const service = await startApprovalEngine(config, { store, bus, logger, metrics });
  started.defer(() => service.stop());
  const running = started.move();
  const { drainDelayMs, shutdownTimeoutMs } = config.listen;
  return {
    logger,
    stop: () => running.disposeAsync(),
    stopTimeoutMs: drainDelayMs + shutdownTimeoutMs + STOP_MARGIN_MS,
  };
});
