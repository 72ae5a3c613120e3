import { startEmbeddedStore } from "@countersign/embedded-store";
import {
  type Bus,
  createInProcessBus,
  createJetStreamBus,
  createMongoMessageLog,
} from "@countersign/messaging";
import { connectStore, type Store } from "@countersign/mongo";
import {
  ConfigError,
  createLogger,
  type Environment,
  loadConfig,
  type Logger,
  type RunningService,
  type ServiceConfig,
  serviceConfig,
  serviceEnvironment,
} from "@countersign/service-kit";
import { readAuthVariables } from "../identity/development-identity.ts";
import { emptyDataDirectory, storeDirectory } from "./data-directory.ts";
import { assertPortsFree, type PlatformPorts } from "./platform-ports.ts";
import { PLATFORM_SERVICES } from "./platform-services.ts";
import { seedDemoCompany, waitForPolicies } from "./seed-demo-company.ts";

export interface PlatformOptions {
  /** `MONGODB_URI`, `NATS_URL`, `AUTH_*` and the services' own variables; ports are taken from `ports`. */
  env: Environment;
  dataDir: string;
  /** Empties the data directory first. */
  fresh?: boolean;
  ports: PlatformPorts;
  /** Seeds the demo company, once in the store's life. */
  demoCompany: boolean;
}

/** Everything that `npm start` runs. */
export interface Platform {
  services: readonly RunningService[];
  /** What the services keep their records in. */
  store: { kind: "embedded" | "mongodb"; uri: string };
  bus: "in-process" | "nats";
  logger: Logger;
  /** Stops everything in the reverse order of its start. */
  stop: () => Promise<void>;
}

/** Unless told otherwise the log is quiet, so that what `npm start` prints is seen, and GraphiQL is served. */
const DEVELOPMENT_DEFAULTS = { LOG_LEVEL: "warn", GRAPHIQL: "on" };

/**
 * Starts the whole platform in this process: the store, the bus, the services and the reference owners. What was started
 * is stopped again when something fails.
 *
 * @throws ConfigError for a taken port or an invalid variable
 */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { env, dataDir, ports, demoCompany, fresh = false } = options;
  await using started = new AsyncDisposableStack();
  const kind = env["MONGODB_URI"] ? "mongodb" : "embedded";
  await assertPortsFree(ports, hostsOf(env), kind === "embedded");
  if (fresh) await forOperators(() => emptyDataDirectory(dataDir));
  const uri = env["MONGODB_URI"] || (await startStore(started, dataDir, ports.store));
  const environment = {
    ...DEVELOPMENT_DEFAULTS,
    ...env,
    ...readAuthVariables(env, dataDir),
    MONGODB_URI: uri,
  };
  const config = serviceConfig(loadConfig(serviceEnvironment({ port: 0, internalPort: 0 }, {}), environment));
  const logger = createLogger({ name: "start", level: config.logLevel });

  const connect = async (name: string): Promise<Store> => {
    const store = await connectStore({ ...config.mongodb, appName: name });
    started.defer(() => store.close());
    return store;
  };
  const store = await connect("start");
  const bus = await startBus(started, config, store, logger);
  // Before the services: what it announces is on its way as soon as the relay runs.
  const seeded = demoCompany && (await seedDemoCompany(store, new Date()));
  const services: RunningService[] = [];
  for (const { name, start } of PLATFORM_SERVICES) {
    const { public: port, internal } = ports.services[name];
    const own = { ...environment, PORT: String(port), INTERNAL_PORT: String(internal) };
    const service = await start(own, {
      store: await connect(name),
      bus,
      logger: createLogger({ name, level: config.logLevel }),
    });
    started.defer(() => service.stop());
    services.push(service);
  }
  if (seeded) await waitForPolicies(store);

  const running = started.move();
  return {
    services,
    store: { kind, uri },
    bus: config.nats ? "nats" : "in-process",
    logger,
    stop: () => running.disposeAsync(),
  };
}

function hostsOf(env: Environment) {
  return { public: env["HOST"] || "127.0.0.1", internal: env["INTERNAL_HOST"] || "127.0.0.1" };
}

/**
 * NODE_ENV=production, a data directory in use, a damaged journal: what the store refuses is for a person to mend.
 *
 * @throws ConfigError with the refusal in one line
 */
async function forOperators<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ConfigError([(error as Error).message]);
  }
}

async function startStore(started: AsyncDisposableStack, dataDir: string, port: number): Promise<string> {
  const store = await forOperators(() => startEmbeddedStore({ port, dataDir: storeDirectory(dataDir) }));
  started.defer(() => store.stop());
  return store.uri;
}

/** The broker where one is configured, else a bus in this process that keeps its messages in the store. */
async function startBus(
  started: AsyncDisposableStack,
  { nats, natsPrefix }: Pick<ServiceConfig, "nats" | "natsPrefix">,
  { db }: Pick<Store, "db">,
  logger: Logger,
): Promise<Bus> {
  const bus = nats
    ? await createJetStreamBus({ ...nats, prefix: natsPrefix, name: "countersign-start", logger })
    : createInProcessBus({ log: await createMongoMessageLog(db), logger });
  started.defer(() => bus.close());
  return bus;
}
