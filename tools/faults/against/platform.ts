import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Bus, createJetStreamBus } from "@countersign/bus";
import { STREAMS } from "@countersign/contracts";
import { type NatsServer, testTokens } from "@countersign/testing";
import { type Db, MongoClient } from "mongodb";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** A message as the history's listener receives it. */
export interface HeardMessage {
  id: string;
  /** The stream, and the document whose order is kept in it. */
  key: string;
  subject: string;
  data: unknown;
}

/** The engine of a commit, as its users and owners reach it. */
export interface Platform {
  publicUrl: string;
  bus: Bus;
  db: Db;
  /** In order of arrival. */
  heard: readonly HeardMessage[];
  setClock(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Monday, a working day. */
export const START_MS = Date.parse("2030-03-04T08:00:00Z");
const DB_NAME = "history";
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };
const OURS = ["platform-process.ts", "stopped-clock.ts"] as const;

/** The variables of a history's engine besides those of its store and its bus. */
export const engineEnvironment = () => ({
  ...testTokens().environment,
  PORT: "0",
  INTERNAL_PORT: "0",
  LOG_LEVEL: "fatal",
  PERSON_RUNS_PER_MINUTE: "1000",
  DOCUMENT_KINDS: "legal:Contract",
  // Users without privileges change no definitions on either commit (contract-4, MEET-4).
  DEFINITIONS_REQUIRE_PRIVILEGED: "on",
});

/**
 * Starts the engine of a checkout with a store of its own, on a broker that others may share.
 *
 * @param prefix of its subjects at the broker
 */
export async function startPlatform(
  folder: string,
  { broker, prefix }: { broker: Pick<NatsServer, "url">; prefix: string },
): Promise<Platform> {
  await using startedParts = new AsyncDisposableStack();
  const child = await startProcess(folder, {
    ...engineEnvironment(),
    MONGODB_DB: DB_NAME,
    NATS_URL: broker.url,
    NATS_PREFIX: prefix,
    HISTORY_START_MS: String(START_MS),
  });
  startedParts.defer(async () => {
    const processEnd = once(child.process, "exit");
    if (child.process.kill("SIGKILL")) await processEnd;
  });
  // Not `connectStore`, which refuses stores of earlier commits.
  const store = await MongoClient.connect(child.storeUri);
  startedParts.defer(() => store.close());
  const bus = await createJetStreamBus({ servers: broker.url, prefix, logger: QUIET });
  startedParts.defer(() => bus.close());
  const heardMessages = await listenTo(bus);
  const runningParts = startedParts.move();
  return {
    publicUrl: child.publicUrl,
    bus,
    db: store.db(DB_NAME),
    heard: heardMessages,
    setClock: async (nowMs) => {
      const clockAnswer = once(child.process, "message");
      child.process.send({ nowMs });
      await clockAnswer;
    },
    stop: () => runningParts.disposeAsync(),
  };
}

interface StartedProcess {
  process: ChildProcess;
  publicUrl: string;
  storeUri: string;
}

async function startProcess(folder: string, env: Readonly<Record<string, string>>): Promise<StartedProcess> {
  const place = join(folder, "tools/faults/against");
  if (folder !== WORKSPACE_ROOT) {
    await mkdir(place, { recursive: true });
    for (const name of OURS) await copyFile(join(import.meta.dirname, name), join(place, name));
  }
  const child = fork(join(place, OURS[0]), [], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const earlyEnd = once(child, "exit").then(([code]) => {
    throw new Error(`the engine of ${folder} ended with ${code} before it was ready`);
  });
  const [message] = await Promise.race([once(child, "message"), earlyEnd]);
  return { process: child, ...(message as Omit<StartedProcess, "process">) };
}

/** Hears every message that the engine sends. */
export async function listenTo(bus: Bus): Promise<HeardMessage[]> {
  await bus.ensureStreams(Object.values(STREAMS));
  const heardMessages: HeardMessage[] = [];
  for (const [stream, filter] of [
    [STREAMS.outcomes.name, "approval.>"],
    [STREAMS.notifications.name, "approval.notification.>"],
  ] as const) {
    const durable = `history-${stream}`;
    await bus.consume({ stream, durable, filter, keyOf: () => "all" }, async ({ data, subject }) => {
      const event = data as { id: string; subject: string };
      if (!heardMessages.some(({ id }) => id === event.id)) {
        heardMessages.push({ id: event.id, key: `${stream} of ${event.subject}`, subject, data });
      }
    });
  }
  return heardMessages;
}
