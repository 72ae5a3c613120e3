import { createHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { approvalEngine } from "@countersign/approval-engine";
import { type Bus, type BusMessage, createJetStreamBus } from "@countersign/bus";
import { BUILT_IN_KINDS, ownerConsumers, STREAMS } from "@countersign/contracts";
import { createInbox, createUnitOfWork, newId, type Scope, type Store } from "@countersign/mongo";
import { createOutboxRelay, createOutboxSource } from "@countersign/outbox";
import { createOwner, type OwnerRepositories } from "@countersign/owner-kit";
import { startNatsServer, waitFor } from "@countersign/testing";
import { connect } from "nats";
import { benchEngine, decide, submitRun, type WaitingDecision } from "./approval-runs.ts";
import { openEngineDatabase, startStore } from "./bench-store.ts";
import { versionOf } from "./machine.ts";
import { heapMegabytes, median, millisecondsOf, rounded } from "./measure.ts";
import { directoryAndBare } from "./messages-directory.ts";
import { type BenchSuite, type BenchTable, together } from "./suite.ts";

const DECISIONS_PER_SECOND = 50;
const SIZES = {
  full: { decisions: 1_500, rows: 100_000, changes: 10_000, rounds: 5 },
  quick: { decisions: 20, rows: 500, changes: 100, rounds: 1 },
} as const;
/** The number of messages that the relay publishes side by side. */
const SIDE_BY_SIDE = 256;
/** Parts in which the backlog is drained; between them the client publishes bare, as a machine changes its pace. */
const PARTS = 5;
/** Bare messages for each row of a part: both take about as long. */
const BARE_PER_ROW = 2;
/** Part of the backlog's rows that is published one by one. */
const ONE_BY_ONE_PART = 20;
const ROWS_PER_KEY = 10;
const INSERT_BATCH = 1_000;
const DRAIN_TIMEOUT_MS = 600_000;
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Scene {
  store: Store;
  /** Address of the broker. */
  servers: string;
  openBus: () => Promise<Bus>;
  report: (line: string) => void;
}

/** Messages out, on a broker and a store of the suite's own, each in a process of its own. */
export const messagesSuite: BenchSuite = {
  name: "messages",
  about:
    "from decisions to owners, the outbox relay next to bare publishes of the broker's client, and the directory next to bare consumption",
  bounds: [
    { name: "relayToBareOneByOne", what: "relay to bare publishes, one by one", must: "≥", limit: 0.5 },
    {
      name: "relayToBareSideBySide",
      what: "relay to bare publishes, as many side by side",
      must: "≥",
      limit: 0.5,
    },
    {
      name: "heapDrainedToOneFifth",
      what: "heap after a drained backlog of 100,000 rows to that after a fifth",
      must: "≤",
      limit: 1.1,
    },
    {
      name: "directoryToBare",
      what: "10,000 changes of the directory consumed, to bare consumption that writes the same rows",
      must: "≥",
      limit: 0.5,
    },
  ],
  findMissing: () => (versionOf("nats-server") === undefined ? "no nats-server on the PATH" : undefined),
  async run(report, { quick }) {
    const sizes = quick ? SIZES.quick : SIZES.full;
    await using started = new AsyncDisposableStack();
    const broker = await startNatsServer();
    started.defer(() => broker.stop());
    const store = await openEngineDatabase(started, await startStore(started));
    const openBus = async () => {
      const bus = await createJetStreamBus({ servers: broker.url, logger: QUIET });
      started.defer(() => bus.close());
      await bus.ensureStreams(Object.values(STREAMS));
      // As the engine does at its start; owners only bind.
      await bus.ensureConsumers(ownerConsumers(BUILT_IN_KINDS.owners));
      return bus;
    };
    const scene = { store, servers: broker.url, openBus, report };
    return together([
      await toOwners(scene, sizes.decisions),
      await relayAndBare(scene, sizes.rows),
      await directoryAndBare(scene, sizes),
    ]);
  },
};

interface OwnerScope extends OwnerRepositories, Scope {
  /** Records the document's arrival once the transaction is committed. */
  note: (refId: string) => void;
}

/** From the decision's call to the commit of the owner's record, at a fixed rate. */
async function toOwners({ store, openBus, report }: Scene, decisions: number) {
  await using started = new AsyncDisposableStack();
  const relay = createOutboxRelay({
    outbox: createOutboxSource(store, { service: approvalEngine.name }),
    bus: await openBus(),
    logger: QUIET,
  });
  started.defer(() => relay.close());
  const engine = benchEngine(store, relay);
  const histogram = createHistogram();
  const decidedAt = new Map<string, bigint>();
  const outcomes = await recordOutcomes(store, await openBus(), (refId) => {
    const begun = decidedAt.get(refId);
    if (begun !== undefined) histogram.record(process.hrtime.bigint() - begun);
  });
  started.defer(() => outcomes.close());

  report(`${decisions} runs`);
  const waiting: WaitingDecision[] = [];
  for (let at = 0; at < decisions; at++) waiting.push(...(await submitRun(engine, { stages: 1 })));
  await waitUntilPublished(store);

  report(`${decisions} decisions at ${DECISIONS_PER_SECOND} per second`);
  const startedAt = performance.now();
  const deciding = waiting.map(async (decision, at) => {
    await delay(Math.max(0, startedAt + (at * 1_000) / DECISIONS_PER_SECOND - performance.now()));
    decidedAt.set(decision.refId, process.hrtime.bigint());
    await decide(engine, decision);
  });
  await Promise.all(deciding);
  await waitFor(() => histogram.count === decisions, { timeoutMs: DRAIN_TIMEOUT_MS, what: "the outcomes" });
  const [p50, p99] = [rounded(millisecondsOf(histogram, 50)), rounded(millisecondsOf(histogram, 99))];
  const table: BenchTable = {
    title: `From a decision to its owner's committed record, ${DECISIONS_PER_SECOND} per second`,
    columns: ["decisions", "p50 ms", "p99 ms"],
    rows: [[decisions, p50, p99]],
  };
  return { ratios: {}, figures: { decisionToOwnerP50Ms: p50, decisionToOwnerP99Ms: p99 }, tables: [table] };
}

/** An owner that records each outcome, as small as it can be. */
async function recordOutcomes(store: Store, bus: Bus, arrived: (refId: string) => void) {
  const transact = createUnitOfWork(store, (scope) => scope);
  const owner = createOwner<"hr", OwnerScope>({
    owner: "hr",
    bus,
    unitOfWork: async (work, options) => {
      let noted: string | undefined;
      const result = await transact(
        (scope) => work({ ...scope, inbox: createInbox(scope), note: (refId) => void (noted = refId) }),
        options,
      );
      if (noted !== undefined) arrived(noted);
      return result;
    },
  });
  return owner.onOutcome(async ({ type, data: { refId } }, { db, session, note }) => {
    await db.collection("bench_documents").insertOne({ refId, type }, { session });
    note(refId);
  });
}

const waitingRows = ({ db }: Store) => db.collection("outbox").countDocuments({ pending: true });

const waitUntilPublished = (store: Store) =>
  waitFor(async () => (await waitingRows(store)) === 0, {
    timeoutMs: DRAIN_TIMEOUT_MS,
    intervalMs: 50,
    what: "the relay",
  });

/** A message of an ordinary size. */
const messageOf = (n: number) => ({
  id: newId(),
  subject: "approval.notification.hr.bench",
  data: { specversion: "1.0", n, text: "x".repeat(500) },
});

/**
 * A backlog that a relay drains, next to the broker's client publishing without an outbox, as its documentation shows:
 * part by part in turn, and each part next to the bare publishes before and after it.
 */
async function relayAndBare({ store, servers, openBus, report }: Scene, rows: number) {
  const bus = await openBus();
  await using started = new AsyncDisposableStack();
  const nats = await connect({ servers });
  started.defer(() => nats.close());
  const jetstream = nats.jetstream();
  const publishBare = async ({ id, subject, data }: BusMessage) =>
    void (await jetstream.publish(subject, JSON.stringify(data), { msgID: id }));
  report(`${rows / ONE_BY_ONE_PART} bare publishes one by one`);
  const oneByOne = await publishMany(publishBare, rows / ONE_BY_ONE_PART, 1);
  report(`${rows / PARTS} publishes of the bus ${SIDE_BY_SIDE} side by side`);
  const byBus = await publishMany((message) => bus.publish(message), rows / PARTS, SIDE_BY_SIDE);

  report(
    `a backlog of ${rows} rows in ${PARTS} parts, and ${SIDE_BY_SIDE} bare publishes side by side between them`,
  );
  for (let from = 0; from < rows; from += INSERT_BATCH) {
    const batch = Array.from({ length: Math.min(INSERT_BATCH, rows - from) }, (_, at) => {
      const { id, ...message } = messageOf(from + at);
      const key = `bench-${Math.floor((from + at) / ROWS_PER_KEY)}`;
      return {
        _id: id,
        service: approvalEngine.name,
        stream: STREAMS.notifications.name,
        key,
        ...message,
        position: at % ROWS_PER_KEY,
        createdAt: new Date(),
        pending: true,
      };
    });
    await store.db.collection<{ _id: string }>("outbox").insertMany(batch);
  }
  const heaps: number[] = [];
  let count = 0;
  let drainingMs = 0;
  const look = () => {
    const begunAt = performance.now();
    heaps.push(heapMegabytes());
    // Only this benchmark pauses to measure the live memory.
    drainingMs -= performance.now() - begunAt;
  };
  /** @returns rows per second */
  const drainPart = async (): Promise<number> => {
    const [countBefore, msBefore] = [count, drainingMs];
    const until = Math.min(rows, count + rows / PARTS);
    const startedAt = performance.now();
    const relay = createOutboxRelay({
      outbox: createOutboxSource(store, { service: approvalEngine.name }),
      bus,
      logger: QUIET,
      events: {
        published: () => {
          count += 1;
          if (count % (rows / PARTS) === 0) look();
        },
      },
    });
    await waitFor(() => count >= until, { timeoutMs: DRAIN_TIMEOUT_MS, intervalMs: 5, what: "the backlog" });
    await relay.close();
    drainingMs += performance.now() - startedAt;
    return (count - countBefore) / ((drainingMs - msBefore) / 1_000);
  };
  const bareParts = (rows / PARTS) * BARE_PER_ROW;
  const bare = [await publishMany(publishBare, bareParts, SIDE_BY_SIDE)];
  const toBare: number[] = [];
  const isDrained = () => count >= rows;
  while (!isDrained()) {
    const relayed = await drainPart();
    bare.push(await publishMany(publishBare, bareParts, SIDE_BY_SIDE));
    toBare.push((2 * relayed) / (bare.at(-2)! + bare.at(-1)!));
  }
  const perSecond = count / (drainingMs / 1_000);
  const sideBySide = median(bare);
  const [first = 0] = heaps;
  const last = heaps.at(-1) ?? 0;
  const ratios = {
    relayToBareOneByOne: rounded(perSecond / oneByOne),
    relayToBareSideBySide: rounded(median(toBare)),
    heapDrainedToOneFifth: rounded(last / first),
  };
  const figures = {
    relayPerSecond: rounded(perSecond),
    bareOneByOnePerSecond: rounded(oneByOne),
    bareSideBySidePerSecond: rounded(sideBySide),
    busSideBySidePerSecond: rounded(byBus),
    backlogRows: rows,
    heapOneFifthMb: rounded(first),
    heapDrainedMb: rounded(last),
  };
  const table: BenchTable = {
    title: `Messages published and acknowledged; a backlog of ${rows} rows for the relay`,
    columns: ["who", "per second", "the relay to it"],
    rows: [
      ["relay", rounded(perSecond), 1],
      ["bare, one by one", rounded(oneByOne), ratios.relayToBareOneByOne],
      [`bare, ${SIDE_BY_SIDE} side by side`, rounded(sideBySide), ratios.relayToBareSideBySide],
      [`bus without an outbox, ${SIDE_BY_SIDE} side by side`, rounded(byBus), rounded(perSecond / byBus)],
    ],
    plot: { name: "throughput", kind: "bars", x: "who", y: ["per second"] },
  };
  const heapTable: BenchTable = {
    title: "Heap of the relay's process while the backlog drains",
    columns: ["rows published", "heap MB"],
    rows: heaps.map((megabytes, at) => [((at + 1) * rows) / PARTS, rounded(megabytes)]),
    plot: { name: "heap", kind: "lines", x: "rows published", y: ["heap MB"] },
  };
  return { ratios, figures, tables: [table, heapTable] };
}

/** @returns messages per second */
async function publishMany(
  publish: (message: BusMessage) => Promise<void>,
  count: number,
  sideBySide: number,
): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const publisher = async () => {
    while (next < count) await publish(messageOf(next++));
  };
  await Promise.all(Array.from({ length: sideBySide }, publisher));
  return count / ((performance.now() - startedAt) / 1_000);
}
