import {
  createVerifier,
  type OnLeaving,
  serviceOfForeignAudience,
  type VerifyToken,
} from "@countersign/auth";
import { type Bus, measureBus, traceBus } from "@countersign/bus";
import { verifyMember, watchLeavers } from "@countersign/directory";
import {
  connectStore,
  type ConnectStoreOptions,
  onceStoreAnswers,
  OtherVersionError,
  type Store,
} from "@countersign/mongo";
import {
  ConfigError,
  createInternalApp,
  createLogger,
  createMetrics,
  type Environment,
  loadConfig,
  type Logger,
  type Metrics,
  type ReadinessCheck,
  type Running,
  type RunningService,
  serve,
  type ServiceConfig,
} from "@countersign/service-kit";
import { startTracing, type Tracing } from "@countersign/tracing";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import type { z } from "zod";
import { openBus } from "./open-bus.ts";

/** The parts that a service gets. It closes neither the store nor the bus, because they may be shared. */
export interface ServiceDependencies {
  store: Store;
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
  tracing: Tracing;
  /** Checks bearer tokens as the `AUTH_*` variables say, and refuses whom the store's directory marks as a leaver. */
  verify: VerifyToken;
  /** Ends what a leaver has open. */
  onLeaving: OnLeaving;
  /**
   * Registers work for the stop, such as closing a relay. It runs after the last request was answered, or when the start
   * fails; the last registered work runs first.
   */
  onStop: (work: () => Promise<void>) => void;
}

/** The parts that a service serves on its two ports. */
export interface Surfaces {
  publicApp: FastifyInstance;
  /** On the internal port, beside `/livez`, `/readyz` and `/metrics`. */
  internalRoutes?: FastifyPluginAsync;
  /** Checks that must pass for the service to be ready, by name, besides a ping of the store. */
  checks?: Readonly<Record<string, ReadinessCheck>>;
}

type Start<Config, Dependencies> = (config: Config, dependencies: Dependencies) => Promise<Surfaces>;

/** The definition of a service. */
export type ServiceDefinition<Variables extends z.ZodObject, Config extends ServiceConfig> = {
  /** Name of the process, its logs, metrics and spans. */
  name: string;
  /** Schema of its variables, made by `serviceEnvironment`. */
  environment: Variables;
  /** Maps checked variables to the configuration that the code uses. */
  config: (variables: z.output<Variables>) => Config;
  /** Default: `connectStore`, which fails without a store. */
  openStore?: (options: ConnectStoreOptions) => Store | Promise<Store>;
} & (
  | { bus?: true; start: Start<Config, ServiceDependencies> }
  /** It sends and receives no messages, and starts without a broker. */
  | { bus: false; start: Start<Config, Omit<ServiceDependencies, "bus">> }
);

/** Parts that the caller has already. The service opens the others itself, and closes those when it stops. */
export interface Given {
  store?: Store | undefined;
  bus?: Bus | undefined;
  logger?: Logger | undefined;
}

/** A running service, in a process of its own by `runMain` or beside others. */
export type StartedService = RunningService & Running;

/** A service that can be started, also several times in one process. */
export interface Service {
  readonly name: string;
  readonly environment: z.ZodObject;
  /**
   * Starts it on its two ports. After a failure it stops its started parts again. A store that does not answer yet is
   * waited for, which one line of the log says.
   *
   * @param env its variables, such as `process.env`
   * @throws ConfigError for invalid variables, and for a store of another version (contract-4, ONE-1)
   * @throws Error when the store, the broker or a port is not available
   */
  start: (env: Environment, givenParts?: Given) => Promise<StartedService>;
}

/** Time to stop beyond the drain and the requests in flight: for the store, and for the bus with its consumers if any. */
const STOP_MARGIN_MS = { withBus: 10_000, withoutBus: 5_000 };

/** Defines a service once for all that run it: its own process, `npm start`, tests, benchmarks. */
export function defineService<Variables extends z.ZodObject, Config extends ServiceConfig>(
  definition: ServiceDefinition<Variables, Config>,
): Service {
  const { name, environment } = definition;
  return {
    name,
    environment,
    start: async (env, givenParts = {}) => {
      const config = definition.config(loadConfig(environment, env));
      const logger = givenParts.logger ?? createLogger({ name, level: config.logLevel });
      warnOfAudience(name, config, logger);
      const reportWaiting = (reason: string) => logger.warn({ reason }, "the store does not answer yet");
      const start = () => startService(definition, config, { ...givenParts, logger });
      return onceStoreAnswers(start, { reportWaiting }).catch(refuseForPeople);
    },
  };
}

/** A person has to mend a store of another version: no restart does. @throws ConfigError for it */
function refuseForPeople(error: unknown): never {
  throw error instanceof OtherVersionError ? new ConfigError([error.message]) : error;
}

async function startService<Variables extends z.ZodObject, Config extends ServiceConfig>(
  definition: ServiceDefinition<Variables, Config>,
  config: Config,
  { logger, ...givenParts }: Given & { logger: Logger },
): Promise<StartedService> {
  const { name, openStore = connectStore } = definition;
  const metrics = createMetrics({ service: name });
  await using openedParts = new AsyncDisposableStack();
  await using begunParts = new AsyncDisposableStack();
  const toClose = <T extends { close: () => Promise<void> }>(part: T): T =>
    openedParts.adopt(part, () => part.close());

  const tracing = toClose(await startTracing(config.tracing, { service: name, logger }));
  const store = givenParts.store ?? toClose(await openStore({ ...config.mongodb, appName: name, tracing }));
  const { onLeaving } = toClose(watchLeavers(store.db, { logger }));
  const withoutBus = {
    store,
    logger,
    metrics,
    tracing,
    verify: verifyMember(createVerifier(config.auth), store.db),
    onLeaving,
    onStop: (work: () => Promise<void>) => begunParts.defer(work),
  };
  const startSurfaces = async (): Promise<Surfaces & { bus?: Bus }> => {
    if (definition.bus === false) return definition.start(config, withoutBus);
    const ownBus = givenParts.bus ?? toClose(await openOwnBus(config, { store, name, logger }));
    const bus = traceBus(measureBus(ownBus, metrics), tracing);
    return { ...(await definition.start(config, { ...withoutBus, bus })), bus };
  };
  const ping = { store: () => store.ping() };
  const { publicApp, internalRoutes, checks, bus } = await whileStarting(
    config,
    { logger, metrics, checks: ping, building: () => [...store.builds] },
    startSurfaces,
  );

  const internal = createInternalApp({
    logger,
    metrics,
    checks: { ...ping, ...checks },
    ...(bus && { reports: { bus: () => bus.ping() } }),
  });
  if (internalRoutes) await internal.app.register(internalRoutes);
  const service = await serve({
    name,
    logger,
    listen: config.listen,
    publicApp,
    internal,
    onStop: () => runningParts.disposeAsync(),
  });
  const runningParts = begunParts.move();
  const all = openedParts.move();
  all.defer(() => service.stop());
  const { drainDelayMs, shutdownTimeoutMs } = config.listen;
  let stopping: Promise<void> | undefined;
  return {
    ...service,
    logger,
    stop: () => (stopping ??= all.disposeAsync()),
    stopTimeoutMs: drainDelayMs + shutdownTimeoutMs + STOP_MARGIN_MS[bus ? "withBus" : "withoutBus"],
  };
}

/**
 * Starts something while the internal port answers that the service lives and is not ready, so that nothing ends it for the
 * time that indexes of large collections take.
 *
 * @throws whatever `start` throws, and Error when the internal port cannot be bound
 */
async function whileStarting<T>(
  { listen }: ServiceConfig,
  options: Parameters<typeof createInternalApp>[0],
  start: () => Promise<T>,
): Promise<T> {
  const { app } = createInternalApp(options);
  // Another server answers on the port afterwards.
  app.addHook("onRequest", async (_request, reply) => void reply.header("connection", "close"));
  try {
    await app.listen({ host: listen.internalHost, port: listen.internalPort });
    return await start();
  } finally {
    await app.close();
  }
}

/** Tokens for another service are of no use here, unless both have one audience. */
function warnOfAudience(name: string, { auth: { audience } }: ServiceConfig, logger: Logger): void {
  const otherService = serviceOfForeignAudience(name, audience);
  if (otherService === undefined) return;
  logger.warn(
    { audience },
    `AUTH_AUDIENCE is the one of ${otherService}: tokens for ${otherService} are accepted here too`,
  );
}

/** Opens the bus of a service that does not share one. */
function openOwnBus(...[config, options]: Parameters<typeof openBus>): Promise<Bus> {
  if (!config.nats) {
    options.logger.warn(
      "NATS_URL is not set: messages reach only this process, and services of one platform share nothing",
    );
  }
  return openBus(config, options);
}
