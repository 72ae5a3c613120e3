import { createInProcessBus, createJetStreamBus, createMongoMessageLog } from "@countersign/messaging";
import { connectStore } from "@countersign/mongo";
import { createLogger, loadConfig, runMain } from "@countersign/service-kit";
import { hrServiceConfig, hrServiceEnvironment } from "./config.ts";
import { SERVICE_NAME, startHrService } from "./service.ts";

/** Beyond the drain and the requests in flight: consumers, relay, broker and store. */
const STOP_MARGIN_MS = 10_000;

await runMain(async () => {
  const config = hrServiceConfig(loadConfig(hrServiceEnvironment, process.env));
  const logger = createLogger({ name: SERVICE_NAME, level: config.logLevel });
  await using started = new AsyncDisposableStack();
  const store = await connectStore({ ...config.mongodb, appName: SERVICE_NAME });
  started.defer(() => store.close());
  const bus = config.nats
    ? await createJetStreamBus({ ...config.nats, prefix: config.natsPrefix, name: SERVICE_NAME, logger })
    : createInProcessBus({ log: await createMongoMessageLog(store.db), logger });
  started.defer(() => bus.close());
  const service = await startHrService(config, { store, bus, logger });
  started.defer(() => service.stop());
  const running = started.move();
  const { drainDelayMs, shutdownTimeoutMs } = config.listen;
  return {
    logger,
    stop: () => running.disposeAsync(),
    stopTimeoutMs: drainDelayMs + shutdownTimeoutMs + STOP_MARGIN_MS,
  };
});
