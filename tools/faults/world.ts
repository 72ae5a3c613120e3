import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bus, createJetStreamBus } from "@countersign/bus";
import { cloudEvent, MESSAGES, STREAMS } from "@countersign/contracts";
import { connectStore, newId, type Store, toObjectId } from "@countersign/mongo";
import { replayOutbox } from "@countersign/outbox";
import type { ServiceAddresses } from "@countersign/service-kit";
import { type NatsServer, startNatsServer, testTokens, type TestTokens, waitFor } from "@countersign/testing";
import { bundleService } from "../release/bundle/bundle-service.ts";
import { type Books, openBooks } from "./books.ts";
import type { CrashMessage, CrashOrder, CrashPoint } from "./crash-points.ts";
import type { Mutant } from "./mutants.ts";
import { startReceiver } from "./receiver.ts";
import { superviseProcess, type SupervisedProcess } from "./supervised-process.ts";

export const REPLICAS = ["engine-1", "engine-2", "hr", "journal"] as const;
export type Replica = (typeof REPLICAS)[number];
const SERVICE_OF: Readonly<Record<Replica, string>> = {
  "engine-1": "approval-engine",
  "engine-2": "approval-engine",
  hr: "hr-service",
  journal: "mcp-journal",
};
/** Two owners with kinds of their own: one hears of them by webhooks, the other's entries are posted by agents. */
const DOCUMENT_KINDS = "legal:Contract finance:JournalEntry";

/** A message as the world's own listener receives it. */
export interface Heard {
  id: string;
  key: string;
  subject: string;
}

export type WorldFault =
  | `died ${CrashPoint}`
  | "killed"
  | "store killed"
  | "receiver killed"
  | "receiver died"
  | "broker restarted"
  | "stream lost";

/** Two engines, two owners, a receiver of webhooks, a broker and a store, each a process of its own that may be killed at any time. */
export interface World {
  companyId: string;
  books: Books;
  store: Store;
  bus: Bus;
  tokens: TestTokens;
  /** The first delivery of each message, in order of arrival. */
  heardMessages: ReadonlyMap<string, Heard>;
  /** Event ids of the dead letters. */
  buriedIds: ReadonlySet<string>;
  /** The events that the receiver of webhooks has applied, in order: `<refId> <event id>`. */
  applied(): string[];
  /** The faults so far, in order. A crash order counts once it is carried out. */
  faults: readonly WorldFault[];
  /** Address of a replica; `undefined` while it is down. */
  urlOf(replica: Replica): string | undefined;
  crash(replica: Replica, order: CrashOrder): void;
  /** Withdraws the crash orders that are not carried out yet. */
  disarm(): void;
  kill(replica: Replica | "store" | "receiver"): Promise<void>;
  restartBroker(): Promise<void>;
  /** Loses all messages of a stream, then replays the published ones from the outbox. */
  loseStream(stream: string, since: Date): Promise<void>;
  /** Resolves once every process is up. */
  healWorld(): Promise<void>;
  stop(): Promise<void>;
}

const DB_NAME = "faults";
const HEAL_TIMEOUT_MS = 60_000;
/** The test's own reads go on when the store is killed. */
const PATIENT = { serverSelectionTimeoutMs: 20_000, connectTimeoutMs: 10_000 };
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Starts a world. @param seed of the services' delays and repetitions */
export async function startWorld(seed: number, mutant: Mutant | undefined): Promise<World> {
  await using startedParts = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), "countersign-faults-"));
  startedParts.defer(() => rm(directory, { recursive: true }));
  const broker = await startNatsServer();
  startedParts.defer(() => broker.stop());
  const storeProcess = superviseProcess<{ uri: string }>({
    main: "tools/faults/store-process.ts",
    env: {},
    args: (last) => ["--data", directory, ...(last ? ["--port", new URL(last.uri).port] : [])],
  });
  startedParts.defer(() => storeProcess.stop());
  const { uri } = await storeProcess.ready();
  const store = await connectStore({ uri, dbName: DB_NAME, appName: "faults", ...PATIENT });
  startedParts.defer(() => store.close());
  const tokens = testTokens();
  const faults: WorldFault[] = [];
  const orderedDeaths = new Map<Replica, CrashPoint>();
  const onSuicide = (name: Replica) => {
    const point = orderedDeaths.get(name);
    if (point !== undefined) faults.push(`died ${point}`);
  };
  const program = await bundleProgram();
  const receiver = await startReceiver(directory, () => faults.push("receiver died"));
  startedParts.defer(() => receiver.process.stop());
  const webhooks = receiver.environment;
  const replicas = startReplicas({
    program,
    uri,
    broker,
    tokens,
    seed,
    mutant,
    directory,
    webhooks,
    onSuicide,
  });
  for (const replica of Object.values(replicas)) startedParts.defer(() => replica.stop());
  const bus = await createJetStreamBus({ servers: broker.url, logger: QUIET });
  startedParts.defer(() => bus.close());
  await bus.ensureStreams(Object.values(STREAMS));
  const heardMessages = await listenToAll(bus);
  const buriedIds = await listenToDeadLetters(bus);

  const brokerIsBack = () =>
    waitFor(() => bus.ping().then(() => true), { timeoutMs: HEAL_TIMEOUT_MS, what: "the broker" });
  const healWorld = async () => {
    await storeProcess.ready();
    await brokerIsBack();
    await Promise.all([receiver.process, ...Object.values(replicas)].map((process) => process.ready()));
  };
  await healWorld();
  const companyId = newId();
  await announceCompany(bus, store, companyId);
  const books = await openBooks(store, companyId);
  const send = (name: Replica, message: CrashMessage) => replicas[name].send(message);
  const runningParts = startedParts.move();
  return {
    companyId,
    books,
    store,
    bus,
    tokens,
    heardMessages,
    buriedIds,
    applied: () => receiver.applied(),
    faults,
    urlOf: (name) => replicas[name].current()?.publicUrl,
    crash: (name, order) => {
      orderedDeaths.set(name, order.point);
      send(name, { order });
    },
    disarm: () => {
      for (const name of REPLICAS) send(name, {});
    },
    async kill(name) {
      const isReplica = name !== "store" && name !== "receiver";
      faults.push(isReplica ? "killed" : `${name} killed`);
      await { store: storeProcess, receiver: receiver.process, ...replicas }[name].kill();
    },
    async restartBroker() {
      faults.push("broker restarted");
      await broker.restart();
    },
    async loseStream(stream, since) {
      faults.push("stream lost");
      // The preceding fault may have stopped the broker.
      await brokerIsBack();
      await bus.request(`$JS.API.STREAM.DELETE.${stream}`, {});
      await bus.ensureStreams(Object.values(STREAMS));
      await waitUntilMarked(store, new Date());
      await replayOutbox(store, { since });
    },
    healWorld,
    stop: () => runningParts.disposeAsync(),
  };
}

/** One program for all worlds of this process, as images carry one: the sources take three times as long to start. */
let bundling: Promise<string> | undefined;
function bundleProgram(): Promise<string> {
  return (bundling ??= (async () => {
    const directory = await mkdtemp(join(tmpdir(), "countersign-faults-program-"));
    process.once("exit", () => rmSync(directory, { recursive: true }));
    const { main } = await bundleService(
      { name: "service", entry: "tools/faults/service-process.ts" },
      directory,
    );
    return main;
  })());
}

function startReplicas(options: {
  /** The program that every replica runs. */
  program: string;
  uri: string;
  broker: Pick<NatsServer, "url">;
  tokens: TestTokens;
  seed: number;
  mutant: Mutant | undefined;
  /** Of the world's files. */
  directory: string;
  /** The configuration of webhooks, which the engines read. */
  webhooks: Readonly<Record<string, string>>;
  onSuicide: (name: Replica) => void;
}): Record<Replica, SupervisedProcess<ServiceAddresses>> {
  const { program, uri, broker, tokens, seed, mutant, directory, webhooks, onSuicide } = options;
  const start = (name: Replica, index: number) =>
    superviseProcess<ServiceAddresses>({
      main: program,
      onSuicide: () => onSuicide(name),
      env: {
        ...tokens.environment,
        // Replicas restart often.
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? join(directory, "compiled"),
        MONGODB_URI: uri,
        MONGODB_DB: DB_NAME,
        NATS_URL: broker.url,
        PORT: "0",
        INTERNAL_PORT: "0",
        LOG_LEVEL: "fatal",
        OUTBOX_LEASE_MS: "1500",
        SUBMIT_TIMEOUT_MS: "2000",
        SWEEP_PAUSE_MS: "200",
        DOCUMENT_KINDS,
        ...webhooks,
        MCP_POST_APPROVAL: mutant === "posts-unapproved" ? "off" : "always",
        FAULTS_SERVICE: SERVICE_OF[name],
        FAULTS_SEED: String(seed + index),
        ...(mutant !== undefined && { FAULTS_MUTANT: mutant }),
      },
    });
  return {
    "engine-1": start("engine-1", 1),
    "engine-2": start("engine-2", 2),
    hr: start("hr", 3),
    journal: start("journal", 4),
  };
}

async function listenToAll(bus: Bus): Promise<Map<string, Heard>> {
  const heardMessages = new Map<string, Heard>();
  for (const [stream, filter] of [
    [STREAMS.outcomes.name, "approval.>"],
    [STREAMS.notifications.name, "approval.notification.>"],
  ] as const) {
    const durable = `faults-${stream}`;
    await bus.consume({ stream, durable, filter, keyOf: () => "all" }, async ({ data, subject }) => {
      const { id, subject: key } = data as { id: string; subject: string };
      if (!heardMessages.has(id)) heardMessages.set(id, { id, key, subject });
    });
  }
  return heardMessages;
}

async function listenToDeadLetters(bus: Bus): Promise<Set<string>> {
  const buriedIds = new Set<string>();
  const { name: stream } = STREAMS.deadLetters;
  await bus.consume({ stream, durable: "faults-dead-letters", filter: "deadletter.>" }, async ({ data }) => {
    buriedIds.add(String((data as { id?: unknown } | undefined)?.id));
  });
  return buriedIds;
}

/**
 * Waits for the rows being published: the lost stream may have acknowledged them, and a row is replayed only once it is
 * marked.
 */
async function waitUntilMarked({ db }: Store, until: Date): Promise<void> {
  const waitingRows = { pending: true, createdAt: { $lte: until } };
  const isDone = async () => (await db.collection("outbox").countDocuments(waitingRows)) === 0;
  await waitFor(isDone, { timeoutMs: HEAL_TIMEOUT_MS, intervalMs: 50, what: "the relay" });
}

/** Announces the company, which gives it its HR policies. */
async function announceCompany(bus: Bus, { db }: Store, companyId: string): Promise<void> {
  const { type, address: subject } = MESSAGES.companyCreated;
  const id = randomUUID();
  const event = { id, source: "/faults", type, subject: companyId, time: new Date(), data: { companyId } };
  await bus.publish({ subject, id, data: cloudEvent(event) });
  const policies = db.collection("hr_approval_policies");
  await waitFor(async () => (await policies.countDocuments({ companyId: toObjectId(companyId) })) === 4, {
    timeoutMs: HEAL_TIMEOUT_MS,
    what: "the company's policies",
  });
}
