import { generateKeyPairSync } from "node:crypto";
import { audienceOf } from "@countersign/auth";
import { createJetStreamBus } from "@countersign/bus";
import { startEmbeddedStore } from "@countersign/embedded-store";
import {
  connectStore,
  type ConnectStoreOptions,
  onceStoreAnswers,
  OtherVersionError,
  type Store,
} from "@countersign/mongo";
import { openBus } from "@countersign/runtime";
import {
  ConfigError,
  createLogger,
  type Environment,
  loadConfig,
  type Logger,
  type RunningService,
  type ServiceAddresses,
  type ServiceConfig,
  serviceConfig,
  serviceEnvironment,
} from "@countersign/service-kit";
import { readAuthVariables } from "../identity/development-identity.ts";
import type { MailCatcher, MailPorts } from "../mail/mail-catcher.ts";
import { startConsole } from "./console-variables.ts";
import { emptyDataDirectory, mailDirectory, storeDirectory } from "./data-directory.ts";
import { DEMO_COMPANY, DEMO_ENTRY_LIMIT } from "./demo-company.ts";
import { kindsOfPlatform, USUAL_KINDS } from "./kinds-of-platform.ts";
import { forkProcess } from "./fork-process.ts";
import {
  assertPortsFree,
  keptPort,
  type PlatformPorts,
  SERVICE_NAMES,
  type ServiceName,
} from "./platform-ports.ts";
import { PLATFORM_SERVICES } from "./platform-services.ts";
import { writeRunningPlatform } from "./running-platform.ts";
import { isUnused, prepareHistory, seedDemoCompany, waitForPolicies } from "./seed-demo-company.ts";

export interface PlatformOptions {
  /** `MONGODB_URI`, `NATS_URL`, `AUTH_*` and the services' own variables; ports are taken from `ports`. */
  env: Environment;
  dataDir: string;
  /** Empties the data directory first. */
  fresh?: boolean;
  ports: PlatformPorts;
  /** Seeds the demo company, once in the store's life. */
  demoCompany: boolean;
  /** Gives a demo company that is seeded three months of history, and documents that wait in its inboxes; not in production. Default: false. */
  openWork?: boolean;
  /** Runs the embedded store and every service as a process of its own, on the NATS server at `NATS_URL`. */
  processes?: boolean;
  /** Sends notifications by mail, to a mail server of this machine that keeps them. Default: false. */
  mail?: boolean;
  /** Services that do not run. */
  without?: readonly ServiceName[];
  /** Shows progress, once nothing refuses the start any more. */
  report?: (text: string) => void;
  /** Aborted to end the start. */
  stopping?: AbortSignal;
}

/** Everything that `npm start` runs. */
export interface Platform {
  services: readonly RunningService[];
  /** The kind of store. */
  store: { kind: "embedded" | "mongodb"; uri: string };
  bus: "in-process" | "nats";
  /** Where people approve in a browser; absent without a console. */
  consoleUrl: string | undefined;
  /** Where the mails are that were sent; absent without `mail`. */
  mails: { pageUrl: string; folder: string } | undefined;
  /** Settles once the console's files are there, or cannot be built; until then its address says so. */
  consoleBuilt: Promise<void>;
  /** Settles once what lies behind the demo's waiting documents is there; absent where this start does not write it. */
  historyWritten: Promise<void> | undefined;
  logger: Logger;
  /** Stops everything in the reverse order of its start. */
  stop: () => Promise<void>;
}

/** Names of the kinds of `DEVELOPMENT_DEFAULTS` that the console does not know itself. */
const DOCUMENT_KIND_LABELS = "ToolCall=Tool call | de: Werkzeugaufruf";

const SETTINGS = { runReaders: "INVOLVED", returnUsesCurrentDefinition: false, unknownPeople: "REFUSE" };

/**
 * Defaults: a quiet log, so that the output of `npm start` is seen, GraphiQL, the demo company's currency, agents that ask
 * people, the kinds of what they ask for and of their journal entries, and the settings that the chart has for companies.
 */
const DEVELOPMENT_DEFAULTS = {
  LOG_LEVEL: "warn",
  GRAPHIQL: "on",
  ENGINE_MCP: "on",
  CURRENCY: DEMO_COMPANY.currency,
  DOCUMENT_KINDS: USUAL_KINDS,
  APPROVAL_SETTINGS_DEFAULTS: JSON.stringify(SETTINGS),
};

/** The demo company has a name, and approves large journal entries. */
const DEMO_DEFAULTS = {
  APPROVAL_SETTINGS_DEFAULTS: JSON.stringify({ ...SETTINGS, companyName: DEMO_COMPANY.name }),
  MCP_POST_APPROVAL: String(DEMO_ENTRY_LIMIT),
};

/** The broker of separate processes: by default the NATS server's own address. */
const PROCESSES_DEFAULTS = { NATS_URL: "nats://127.0.0.1:4222" };
const ENGINE: ServiceName = "approval-engine";
const JOURNAL: ServiceName = "mcp-journal";
const BROKER_TIMEOUT_MS = 2_000;
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Starts the whole platform: the store, the bus, the services and the reference owners, in this process or in processes
 * of their own. Stops the started parts again when something fails, or when it is to end.
 *
 * @throws ConfigError for a taken port, an invalid variable, processes without a broker, or mails in production
 */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { env, dataDir, ports, demoCompany } = options;
  // The history is made in the development store.
  const openWork = options.openWork === true && env["NODE_ENV"] !== "production";
  const { fresh = false, processes = false, mail = false, without = [] } = options;
  const { report = () => undefined, stopping } = options;
  if (mail) refuseMail(env);
  stopping?.throwIfAborted();
  await using startedParts = new AsyncDisposableStack();
  const kind = env["MONGODB_URI"] ? "mongodb" : "embedded";
  const wantedNames = SERVICE_NAMES.filter((name) => !without.includes(name));
  await assertPortsFree(ports, hostsOf(env), {
    embeddedStore: kind === "embedded",
    services: wantedNames,
    mail,
  });
  if (fresh) await forOperators(() => emptyDataDirectory(dataDir));
  const auth = readAuthVariables(env, dataDir);
  const audienceFor = (name: ServiceName) => auth.AUTH_AUDIENCE ?? audienceOf(name);
  const mails = mail ? await startMails(dataDir, ports.mail) : undefined;
  if (mails) startedParts.defer(() => mails.stop());
  const { variables: consoleVariables, ...browserConsole } = startConsole(env, {
    auth,
    demoCompany,
    mailsUrl: mails?.pageUrl,
  });
  startedParts.defer(() => browserConsole.stop());
  const uri =
    env["MONGODB_URI"] ||
    (await startStore(startedParts, { dataDir, port: ports.store, processes, stopping }));
  const approvesEntries = demoCompany ? DEMO_DEFAULTS.MCP_POST_APPROVAL : "off";
  const environment = {
    ...DEVELOPMENT_DEFAULTS,
    ...(demoCompany && DEMO_DEFAULTS),
    ...(!env["DOCUMENT_KINDS"] && { DOCUMENT_KIND_LABELS }),
    ...env,
    ...(processes && { NATS_URL: env["NATS_URL"] || PROCESSES_DEFAULTS.NATS_URL }),
    ...auth,
    ...grantKeyBeside(env, auth),
    AUTH_AUDIENCE: audienceFor(ENGINE),
    MONGODB_URI: uri,
    DOCUMENT_KINDS: kindsOfPlatform(env["DOCUMENT_KINDS"], {
      approvesEntries: (env["MCP_POST_APPROVAL"] || approvesEntries) !== "off",
      agentsAsk: (env["ENGINE_MCP"] || DEVELOPMENT_DEFAULTS.ENGINE_MCP) === "on",
    }),
  };
  const config = serviceConfig(loadConfig(serviceEnvironment({ port: 0, internalPort: 0 }, {}), environment));
  const logger = createLogger({ name: "start", level: config.logLevel });

  if (auth.AUTH_AUDIENCE !== undefined) {
    logger.warn("AUTH_AUDIENCE holds for every service: an agent's token is accepted by all of them");
  }
  browserConsole.built.catch((err: unknown) => logger.error({ err }, "the console could not be built"));
  const reportWaiting = (reason: string) => report(`Waiting for the store: ${reason}`);
  const patience = { reportWaiting, signal: stopping };
  const connect = () => connectOrAdvise({ ...config.mongodb, appName: "start" }, kind);
  const store = await onceStoreAnswers(connect, patience);
  startedParts.defer(() => store.close());
  let startService: StartService = (name, env) => forkService(name, env, stopping);
  if (processes) {
    await assertBrokerThere(config);
  } else {
    const bus = await openBus(config, { store, name: "countersign-start", logger });
    startedParts.defer(() => bus.close());
    startService = (name, env) => PLATFORM_SERVICES[name].start(env, { bus });
  }
  stopping?.throwIfAborted();
  const isWritten = demoCompany && openWork && (await onceStoreAnswers(() => isUnused(store), patience));
  report(isWritten ? "Starting; the first start writes what waits in the demo company …" : "Starting …");
  // Before the services: the relay publishes its announcement as soon as it runs.
  const seed = () => seedDemoCompany(store, new Date(), { openWork, stopping });
  const isSeeded = demoCompany && (await onceStoreAnswers(seed, patience));
  const history =
    demoCompany && openWork ? await onceStoreAnswers(() => prepareHistory(store), patience) : undefined;
  const runningServices = new Map<ServiceName, RunningService>();
  const consoleUrl = () => {
    const engine = runningServices.get(ENGINE);
    return engine && consoleVariables.CONSOLE === "on" ? `${engine.publicUrl}/console/` : undefined;
  };
  const start = async (name: ServiceName): Promise<void> => {
    stopping?.throwIfAborted();
    const { public: givenPort, internal } = ports.services[name];
    // Before it listens: the journal names its own address to clients, and mails and chats the engine's.
    const sendsLinks = name === ENGINE && (mails !== undefined || hasWebhooks(env));
    const namesItself = name === JOURNAL || sendsLinks;
    const port = namesItself && givenPort === 0 ? await keptPort(hostsOf(env).public) : givenPort;
    const ownEnvironment = {
      ...environment,
      ...(name === JOURNAL && !env["MCP_PUBLIC_URL"] && journalAddress(env, port)),
      ...(name === JOURNAL && !env["MCP_CONSOLE_URL"] && { MCP_CONSOLE_URL: consoleUrl() }),
      ...(name === ENGINE && consoleVariables),
      ...(sendsLinks && !env["CONSOLE_PUBLIC_URL"] && { CONSOLE_PUBLIC_URL: ownConsole(port) }),
      ...(name === ENGINE && mails && mailVariables(env, mails)),
      AUTH_AUDIENCE: audienceFor(name),
      PORT: String(port),
      INTERNAL_PORT: String(internal),
    };
    const service = await startService(name, ownEnvironment);
    startedParts.defer(() => service.stop());
    runningServices.set(name, service);
  };
  // First: the engine makes the streams and consumers on the broker that the others bind to.
  if (wantedNames.includes(ENGINE)) await start(ENGINE);
  const starts = await Promise.allSettled(wantedNames.filter((name) => name !== ENGINE).map(start));
  for (const end of starts) if (end.status === "rejected") throw end.reason;
  if (isSeeded && !without.includes(ENGINE)) {
    // The engine is ours: however slow the machine is, it writes them.
    const policies = { timeoutMs: Infinity, stopping };
    await onceStoreAnswers(() => waitForPolicies(store, policies), patience);
  }

  const forget = writeRunningPlatform(dataDir, {
    ...(kind === "embedded" && { store: uri }),
    bus: config.nats ? "nats" : "in-process",
    services: Object.fromEntries(
      [...runningServices.values()].map(({ name, publicUrl, internalUrl }) => [
        name,
        { public: publicUrl, internal: internalUrl },
      ]),
    ),
  });
  startedParts.defer(forget);
  // Last, and not waited for: people look at what waits meanwhile.
  const ending = new AbortController();
  const historyWritten = history?.(ending.signal);
  historyWritten?.catch((err: unknown) => {
    if (!ending.signal.aborted) logger.error({ err }, "the demo company's history could not be written");
  });
  startedParts.defer(async () => {
    ending.abort();
    await historyWritten?.catch(() => undefined);
  });
  const all = startedParts.move();
  return {
    services: wantedNames.map((name) => runningServices.get(name)!),
    store: { kind, uri },
    bus: config.nats ? "nats" : "in-process",
    consoleUrl: consoleUrl(),
    mails: mails && { pageUrl: mails.pageUrl, folder: mailDirectory(dataDir) },
    consoleBuilt: browserConsole.built,
    historyWritten,
    logger,
    stop: () => all.disposeAsync(),
  };
}

async function startMails(dataDir: string, ports: MailPorts): Promise<MailCatcher> {
  // Loaded here: its packages are a tenth of what a start loads, and most starts need none of them.
  const { startMailCatcher } = await import("../mail/mail-catcher.ts");
  return startMailCatcher(mailDirectory(dataDir), ports);
}

/** @throws ConfigError where mails have to reach people */
function refuseMail(env: Environment): void {
  if (env["NODE_ENV"] === "production") throw new ConfigError(["--mail is not for NODE_ENV=production"]);
  if (env["SMTP_URL"])
    throw new ConfigError(["SMTP_URL: expected without --mail, which sends to nobody else"]);
}

/** The variables with which the engine sends its mails to the mail server of this machine. */
function mailVariables(env: Environment, { smtpUrl }: MailCatcher): Environment {
  return {
    SMTP_URL: smtpUrl,
    MAIL_FROM: env["MAIL_FROM"] || "Countersign <approvals@countersign.example>",
  };
}

/** Whether chats may be among the receivers of webhooks. */
const hasWebhooks = (env: Environment): boolean =>
  Boolean(env["OWNER_WEBHOOKS"] || env["OWNER_WEBHOOKS_FILE"]);

/** The console of an engine on this machine. */
const ownConsole = (port: number): string => `http://127.0.0.1:${port}/console`;

/** A key for grants, for this start alone, where there is no secret that the engine derives one from. */
function grantKeyBeside(
  { GRANT_KEY: givenKey }: Environment,
  { AUTH_SECRET: secret }: { AUTH_SECRET?: string | undefined },
): { GRANT_KEY?: string } {
  if (givenKey || secret) return {};
  const { privateKey } = generateKeyPairSync("ed25519");
  return { GRANT_KEY: privateKey.export({ type: "pkcs8", format: "pem" }) };
}

/** The journal's address as it is printed: clients refuse one that calls itself `localhost` there. */
function journalAddress(env: Environment, port: number): { MCP_PUBLIC_URL?: string } {
  const { public: host } = hostsOf(env);
  const isEvery = host === "0.0.0.0" || host === "::";
  return isEvery ? {} : { MCP_PUBLIC_URL: `http://${host.includes(":") ? `[${host}]` : host}:${port}` };
}

function hostsOf(env: Environment) {
  return { public: env["HOST"] || "127.0.0.1", internal: env["INTERNAL_HOST"] || "127.0.0.1" };
}

/**
 * A person has to mend what the store refuses: NODE_ENV=production, a data directory in use, a damaged log.
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

async function startStore(
  startedParts: AsyncDisposableStack,
  {
    dataDir,
    port,
    processes,
    stopping,
  }: { dataDir: string; port: number; processes: boolean; stopping: AbortSignal | undefined },
): Promise<string> {
  const directory = storeDirectory(dataDir);
  if (!processes) {
    const store = await forOperators(() => startEmbeddedStore({ port, dataDir: directory }));
    startedParts.defer(() => store.stop());
    return store.uri;
  }
  const store = await forOperators(() =>
    forkProcess<{ uri: string }>({
      name: "the embedded store",
      main: "@countersign/embedded-store/main",
      args: ["--port", String(port), "--data", directory],
      env: process.env,
      stdout: "ignore",
      stopping,
    }),
  );
  startedParts.defer(() => store.stop());
  return store.ready.uri;
}

/** @throws ConfigError for data of another version (contract-4, ONE-1); `--fresh` empties the embedded store alone */
async function connectOrAdvise(
  options: ConnectStoreOptions,
  kind: Platform["store"]["kind"],
): Promise<Store> {
  try {
    return await connectStore(options);
  } catch (error) {
    if (!(error instanceof OtherVersionError)) throw error;
    throw new ConfigError([kind === "embedded" ? `${error.message}: start with -- --fresh` : error.message]);
  }
}

type StartService = (name: ServiceName, env: Environment) => Promise<RunningService>;

/**
 * Checks that the broker of separate processes answers.
 *
 * @throws ConfigError when it does not
 */
async function assertBrokerThere({ nats, natsPrefix: prefix }: ServiceConfig): Promise<void> {
  const { servers = [] } = nats ?? {};
  try {
    const timings = { connectTimeoutMs: BROKER_TIMEOUT_MS };
    const bus = await createJetStreamBus({ servers, ...nats, prefix, timings, logger: QUIET });
    await using closing = new AsyncDisposableStack();
    closing.defer(() => bus.close());
    await bus.ping();
  } catch (error) {
    const needs = `--processes needs a NATS server with JetStream at ${servers.join(", ")}`;
    throw new ConfigError([`NATS_URL: ${needs} (${(error as Error).message})`]);
  }
}

/** Starts a service as a process of its own. */
async function forkService(
  name: ServiceName,
  env: Environment,
  stopping: AbortSignal | undefined,
): Promise<RunningService> {
  const { ready, stop } = await forkProcess<ServiceAddresses>({
    name,
    main: `@countersign/${name}/main`,
    env,
    stopping,
  });
  return { name, ...ready, stop };
}
