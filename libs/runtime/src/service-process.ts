import {
  type Bus,
  type BusEvents,
  createInProcessBus,
  createJetStreamBus,
  createBusMetrics,
  traceBus,
} from "@countersign/bus";
import { connectStore, type Store } from "@countersign/mongo";
import { createOutboxHistory } from "@countersign/outbox";
import {
  createLogger,
  createMetrics,
  type Logger,
  type Metrics,
  type Running,
  type RunningService,
  type ServiceConfig,
} from "@countersign/service-kit";
import { startTracing, type Tracing } from "@countersign/tracing";

/** What a service is started with. */
export interface ServiceDependencies {
  store: Store;
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
  tracing: Tracing;
}

export interface ServiceProcessOptions<Config extends ServiceConfig> {
  name: string;
  config: Config;
  /** Starts the service; it closes neither store nor bus. */
  start: (config: Config, dependencies: ServiceDependencies) => Promise<RunningService>;
}

/** Beyond the drain and the requests in flight: consumers, relay, broker and store. */
const STOP_MARGIN_MS = 10_000;

/**
 * Opens the bus of a service: the configured broker, else one inside the process whose messages are in the outbox.
 *
 * @throws BusUnavailable when the broker does not answer
 */
export async function openBus(
  { nats, natsPrefix }: Pick<ServiceConfig, "nats" | "natsPrefix">,
  { store, ...options }: { store: Pick<Store, "db">; name: string; logger: Logger; events?: BusEvents },
): Promise<Bus> {
  if (nats) return createJetStreamBus({ ...nats, prefix: natsPrefix, ...options });
  return createInProcessBus({ history: createOutboxHistory(store), ...options });
}

/**
 * Starts a service with all it needs in a process of its own, for `runMain`. What was started is stopped again when
 * something fails.
 */
export async function startServiceProcess<Config extends ServiceConfig>({
  name,
  config,
  start,
}: ServiceProcessOptions<Config>): Promise<Running> {
  const logger = createLogger({ name, level: config.logLevel });
  const metrics = createMetrics({ service: name });
  await using started = new AsyncDisposableStack();
  const tracing = await startTracing(config.tracing, { service: name, logger });
  started.defer(() => tracing.close());
  const store = await connectStore({ ...config.mongodb, appName: name, tracing });
  started.defer(() => store.close());
  if (!config.nats) {
    logger.warn(
      "NATS_URL is not set: messages reach only this process, and services of one platform share nothing",
    );
  }
  const bus = await openBus(config, { store, name, logger, events: createBusMetrics(metrics) });
  started.defer(() => bus.close());
  const service = await start(config, { store, bus: traceBus(bus, tracing), logger, metrics, tracing });
  started.defer(() => service.stop());
  const running = started.move();
  const { drainDelayMs, shutdownTimeoutMs } = config.listen;
  return {
    logger,
    addresses: { publicUrl: service.publicUrl, internalUrl: service.internalUrl },
    stop: () => running.disposeAsync(),
    stopTimeoutMs: drainDelayMs + shutdownTimeoutMs + STOP_MARGIN_MS,
  };
}
