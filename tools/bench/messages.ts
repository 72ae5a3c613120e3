import { approvalEngine } from "@countersign/approval-engine";
import { type BusMessage, createJetStreamBus } from "@countersign/bus";
import { BUILT_IN_KINDS, ownerConsumers, STREAMS } from "@countersign/contracts";
import { newId, type Store } from "@countersign/mongo";
import { createOutboxRelay, createOutboxSource } from "@countersign/outbox";
import { startNatsServer, waitFor } from "@countersign/testing";
import { connect } from "nats";
import { openEngineDatabase, startStore } from "./bench-store.ts";
import { versionOf } from "./machine.ts";
import { heapMegabytes, rounded } from "./measure.ts";
import type { BenchSuite } from "./suite.ts";

const FULL = { rows: 50_000 };
const QUICK: typeof FULL = { rows: 500 };
const SIDE_BY_SIDE = 256;
const PARTS = 5;
const ROWS_PER_KEY = 10;
const INSERT_BATCH = 1_000;
const DRAIN_TIMEOUT_MS = 600_000;
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A message of an ordinary size. */
const messageOf = (n: number) => ({
  id: newId(),
  subject: "approval.notification.hr.bench",
  data: { specversion: "1.0", n, text: "x".repeat(500) },
});

async function writeBacklog({ db }: Store, rows: number): Promise<void> {
  for (let from = 0; from < rows; from += INSERT_BATCH) {
    const batch = Array.from({ length: Math.min(INSERT_BATCH, rows - from) }, (_, at) => {
      const { id, ...message } = messageOf(from + at);
      return {
        _id: id,
        service: approvalEngine.name,
        stream: STREAMS.notifications.name,
        key: `bench-${Math.floor((from + at) / ROWS_PER_KEY)}`,
        ...message,
        position: at % ROWS_PER_KEY,
        createdAt: new Date(),
        pending: true,
      };
    });
    await db.collection<{ _id: string }>("outbox").insertMany(batch);
  }
}

/** @returns messages per second */
async function publishMany(
  publish: (message: BusMessage) => Promise<unknown>,
  count: number,
): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const publisher = async () => {
    while (next < count) await publish(messageOf(next++));
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, publisher));
  return count / ((performance.now() - startedAt) / 1_000);
}

/** The outbox relay's backlog, next to the broker's client publishing without an outbox. */
export const messagesSuite: BenchSuite = {
  name: "messages",
  about: "a backlog of the outbox relay, next to publishes of the broker's client without an outbox",
  bounds: [
    {
      name: "heapDrainedToOneFifth",
      what: "heap after a drained backlog to that after a fifth of it",
      must: "≤",
      limit: 1.1,
    },
  ],
  findMissing: () => (versionOf("nats-server") === undefined ? "no nats-server on the PATH" : undefined),
  async run(report, { quick }) {
    const { rows } = quick ? QUICK : FULL;
    await using started = new AsyncDisposableStack();
    const broker = await startNatsServer();
    started.defer(() => broker.stop());
    const store = await openEngineDatabase(started, await startStore(started));
    const bus = await createJetStreamBus({ servers: broker.url, logger: QUIET });
    started.defer(() => bus.close());
    await bus.ensureStreams(Object.values(STREAMS));
    // As the engine does at its start; owners only bind.
    await bus.ensureConsumers(ownerConsumers(BUILT_IN_KINDS.owners));
    const nats = await connect({ servers: broker.url });
    started.defer(() => nats.close());
    const jetstream = nats.jetstream();

    report(`${rows} bare publishes, ${SIDE_BY_SIDE} side by side`);
    const bare = await publishMany(
      ({ id, subject, data }) => jetstream.publish(subject, JSON.stringify(data), { msgID: id }),
      rows,
    );
    report(`a backlog of ${rows} rows`);
    await writeBacklog(store, rows);
    const heaps: number[] = [];
    let count = 0;
    const startedAt = performance.now();
    const relay = createOutboxRelay({
      outbox: createOutboxSource(store, { service: approvalEngine.name }),
      bus,
      logger: QUIET,
      events: {
        published: () => {
          count += 1;
          if (count % (rows / PARTS) === 0) heaps.push(heapMegabytes());
        },
      },
    });
    await waitFor(() => count >= rows, { timeoutMs: DRAIN_TIMEOUT_MS, intervalMs: 5, what: "the backlog" });
    const relayed = count / ((performance.now() - startedAt) / 1_000);
    await relay.close();

    const [first = Number.NaN] = heaps;
    const last = heaps.at(-1) ?? Number.NaN;
    const columns = ["who", "messages per second"];
    const table = [
      ["relay, from the store", rounded(relayed)],
      [`client, ${SIDE_BY_SIDE} side by side`, rounded(bare)],
    ];
    return {
      ratios: { relayToBare: rounded(relayed / bare), heapDrainedToOneFifth: rounded(last / first) },
      figures: { relayPerSecond: rounded(relayed), heapDrainedMb: rounded(last) },
      tables: [{ title: `Messages published and acknowledged, ${rows} each`, columns, rows: table }],
    };
  },
};
