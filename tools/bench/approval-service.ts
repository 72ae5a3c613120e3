import { createHistogram } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { newId, type Store } from "@countersign/mongo";
import { createClient } from "graphql-ws";
import { WebSocket } from "ws";
import {
  approver,
  benchEngine,
  type Caller,
  decide,
  occasional,
  submitRun,
  submitter,
  type WaitingDecision,
} from "./approval-runs.ts";
import { compareSubmissions } from "./approval-submissions.ts";
import { fullDocument } from "./bench-document.ts";
import { type EngineProcess, startEngineProcess } from "./engine-process.ts";
import {
  collectGarbage,
  type Measurement,
  measure,
  measureEach,
  median,
  millisecondsOf,
  rounded,
} from "./measure.ts";
import { recordAll, type Recording } from "./raw-comparison.ts";
import { seedOpenRuns } from "./seed-runs.ts";
import type { BenchResult, BenchTable } from "./suite.ts";

const DECIDE = `mutation($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }`;
const INBOX = `query($input: WorkflowTaskPageInput!) {
  workflowTaskPage(input: $input) { total data { _id ref title status canUpdateStatus approvals { status approver { name } } } }
}`;
const INBOX_WITH_DOCUMENTS = INBOX.replace(
  "canUpdateStatus",
  "canUpdateStatus document { title amount currency revision facts { key label type value } }",
);
const LIVE = `subscription { workflowNotificationAdded { refId message } }`;

const PER_SECOND = 100;
/** Who decides, in turn: nobody makes a hundred decisions a second, and a person has 4 operations at a time. */
const DECIDERS = 20;
const SETTLE_MS = 500;
/** Rounds before those that are measured, until most code of a decision is compiled. */
const WARM_UP_ROUNDS = 2;
/** Of pages, for the same reason: a collection of a store that holds 100,000 tasks takes a second. */
const PAGE_ROUNDS = 3;
/** Until the service's paths are compiled. */
const WARM_UP_MS = 3_000;
const OPEN_RUNS_CLIENTS = 4;
/** Number of pages whose commands are counted. */
const COUNTS = 5;
/** Few and many open runs take turns this many times, so that other load on the machine affects both. */
const OPEN_RUNS_SLICES = 20;

export interface ServiceSize {
  /**
   * Rounds of decisions at {@link PER_SECOND}; the figures are their medians. A shared machine pauses some rounds for
   * tens of milliseconds, which says nothing about the service.
   */
  rounds: number;
  /** Decisions of a round. */
  decisions: number;
  /** Submissions with a document, and as many without one. */
  submissions: number;
  fewRuns: number;
  /** Runs whose decisions are measured among few open runs, and as many among many. */
  decidedRuns: number;
  manyRuns: number;
  /** Runs of a person with few approvals. */
  ownRuns: number;
  /** How long inbox pages are read in each round. */
  pagesMs: number;
}

/** An empty store in a process of its own, so that none collects its garbage on another's time. */
export interface OwnStore {
  store: Store;
  uri: string;
}

export interface ServiceStores {
  /** Of the decisions at a rate and of the submissions. */
  served: OwnStore;
  /** Opens databases of another store, on which the raw driver repeats decisions. */
  openReplayed: (monitorCommands?: boolean) => Promise<Store>;
  /** The engine's own broker. `undefined` where it is not installed: then messages stay in the engine's process. */
  natsUrl: string | undefined;
  /** These two differ in the number of their open runs only: nothing else was done on them. */
  few: OwnStore;
  many: OwnStore;
}

/** Figures of the running engine: over HTTP and WebSocket, in a process of its own. */
export async function measureService(
  { served, openReplayed, natsUrl, few, many }: ServiceStores,
  size: ServiceSize,
  report: (line: string) => void,
): Promise<BenchResult> {
  const figures: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  const whileServed = async (
    { store, uri }: OwnStore,
    work: (service: EngineProcess, store: Store) => Promise<Record<string, number>>,
  ) => {
    const service = await startEngineProcess({ uri, dbName: store.db.databaseName, natsUrl });
    try {
      Object.assign(figures, await work(service, store));
    } finally {
      await service.stop();
    }
  };
  report(`${size.rounds} rounds of ${size.decisions} decisions at ${PER_SECOND} per second`);
  await whileServed(served, async (service, store) => {
    const decided = await decideInRounds(service, { store, openReplayed }, size);
    Object.assign(ratios, decided.ratios);
    return decided.figures;
  });

  const submissions: Awaited<ReturnType<typeof compareSubmissions>>[] = [];
  await whileServed(served, async (service, store) => {
    const compared = await compareSubmissions({ service, store }, size.submissions, report);
    submissions.push(compared);
    return compared.figures;
  });
  for (const compared of submissions) Object.assign(ratios, compared.ratios);

  report(`decisions with ${size.fewRuns} and with ${size.manyRuns} open runs`);
  await seedOpenRuns(few.store, size.fewRuns);
  await seedOpenRuns(many.store, size.manyRuns);
  // No service runs now: its relay would publish the new rows of a store and count as that store's cost.
  const [amongFew, amongMany] = await decideInTurns([few.store, many.store], size.decidedRuns);
  figures["decisions_fewOpenRuns_perSecond"] = rounded(median(amongFew));
  figures["decisions_manyOpenRuns_perSecond"] = rounded(median(amongMany));
  ratios["decisions_manyToFewOpenRuns"] = rounded(
    median(amongMany.map((rate, slice) => rate / amongFew[slice]!)),
  );

  report(`inbox pages among ${size.manyRuns} tasks`);
  const engine = benchEngine(many.store);
  for (let at = 0; at < size.ownRuns; at++) {
    await submitRun(engine, { asked: occasional, stages: 1, document: fullDocument() });
  }
  await whileServed(many, (service, store) => readPages(service, store, size.pagesMs));
  ratios["inboxPage_commandsFor100To1"] = rounded(
    figures["inboxPage_commandsFor100"]! / figures["inboxPage_commandsFor1"]!,
  );
  return { figures, ratios, tables: [...tablesOf(figures, size), ...submissions.map(({ table }) => table)] };
}

function tablesOf(figures: Readonly<Record<string, number>>, size: ServiceSize): BenchTable[] {
  const latency = (what: string, name: string) => [
    what,
    figures[`${name}_p50Ms`]!,
    figures[`${name}_p99Ms`]!,
  ];
  return [
    {
      title: `The running service: decisions at ${PER_SECOND} per second, then pages of 20 among ${size.manyRuns} tasks`,
      columns: ["what", "p50 ms", "p99 ms"],
      rows: [
        latency("decision answered", "decideAtRate"),
        latency("the same operations by the raw driver, at the same rate", "rawDriverAtRate"),
        latency("decision to subscriber", "decisionToSubscriber"),
        latency("inbox page", "inboxPage"),
        latency("inbox page with documents of 40 facts", "inboxPage_withDocuments"),
        latency("inbox page of who has them all", "inboxPage_ofEverything"),
      ],
      plot: { name: "latency", kind: "bars", x: "what", y: ["p50 ms", "p99 ms"] },
    },
    {
      title: "Decisions as open runs pile up",
      columns: ["open runs", "decisions per second"],
      rows: [
        [size.fewRuns, figures["decisions_fewOpenRuns_perSecond"]!],
        [size.manyRuns, figures["decisions_manyOpenRuns_perSecond"]!],
      ],
      plot: { name: "open-runs", kind: "bars", x: "open runs", y: ["decisions per second"] },
    },
    {
      title: "Reads of the store for an inbox page",
      columns: ["page of", "commands"],
      rows: [1, 20, 100].map((take) => [take, figures[`inboxPage_commandsFor${take}`]!]),
    },
  ];
}

async function waitingRuns(
  store: Store,
  count: number,
  approvers: readonly Caller[] = [approver],
): Promise<WaitingDecision[][]> {
  const engine = benchEngine(store);
  const runs: WaitingDecision[][] = [];
  while (runs.length < count) {
    runs.push(await submitRun(engine, { asked: approvers[runs.length % approvers.length]! }));
  }
  return runs;
}

/** Decisions per second in each of the stores, slice by slice; who begins a slice alternates. */
async function decideInTurns(
  stores: readonly [Store, Store],
  runs: number,
): Promise<[few: number[], many: number[]]> {
  const rates: [number[], number[]] = [[], []];
  const sides = await Promise.all(
    stores.map(async (store, side) => ({
      engine: benchEngine(store),
      lists: await waitingRuns(store, runs),
      rates: rates[side]!,
    })),
  );
  const size = Math.ceil(runs / OPEN_RUNS_SLICES);
  for (let from = 0; from < runs; from += size) {
    const order = rates[0].length % 2 === 0 ? sides : sides.toReversed();
    for (const { engine, lists, rates: own } of order) {
      const slice = lists.slice(from, from + size);
      const { perSecond } = await measureEach(
        slice,
        (decision) => decide(engine, decision),
        OPEN_RUNS_CLIENTS,
      );
      own.push(perSecond);
    }
  }
  return rates;
}

/** Rounds of decisions by the service; after each one, as many of the same operations by the raw driver. */
async function decideInRounds(
  service: EngineProcess,
  { store, openReplayed }: Pick<ServiceStores, "openReplayed"> & { store: Store },
  size: ServiceSize,
) {
  const lists: WaitingDecision[][][] = [];
  const approvers = Array.from({ length: DECIDERS }, () => ({ ...approver, userId: newId() }));
  while (lists.length < WARM_UP_ROUNDS + size.rounds) {
    lists.push(await waitingRuns(store, size.decisions, approvers));
  }
  const { recorded, startReplay } = await recordAll(openReplayed, async (own) => {
    const engine = benchEngine(own);
    const runs = await waitingRuns(own, size.decisions);
    return {
      lists: runs.map(([first]) => [first!]),
      run: (decision: WaitingDecision) => decide(engine, decision),
    };
  });
  const deciders = await Promise.all(
    approvers.map(({ userId: sub, companyId }) => service.bearer({ sub, companyId })),
  );
  const live = await listen(service);
  const rounds: (Awaited<ReturnType<typeof decideAtRate>> & Awaited<ReturnType<typeof replayAtRate>>)[] = [];
  for (const runs of lists) {
    const replay = await startReplay();
    collectGarbage();
    const decided = await decideAtRate(service, deciders, live, runs);
    collectGarbage();
    const replayed = await replayAtRate(recorded, replay);
    rounds.push({ ...decided, ...replayed });
  }
  await live.close();
  const measured = rounds.slice(WARM_UP_ROUNDS);
  const figures = Object.fromEntries(
    (
      [
        "decideAtRate_p50Ms",
        "decideAtRate_p99Ms",
        "decisionToSubscriber_p50Ms",
        "decisionToSubscriber_p99Ms",
        "rawDriverAtRate_p50Ms",
        "rawDriverAtRate_p99Ms",
      ] as const
    ).map((name) => [name, rounded(median(measured.map((round) => round[name])))]),
  );
  const toRawDriver = measured.map((round) => round.decideAtRate_p99Ms / round.rawDriverAtRate_p99Ms);
  return { figures, ratios: { decideAtRate_p99ToRawDriver: rounded(median(toRawDriver)) } };
}

/** An open loop at {@link PER_SECOND}: works begin at their times, whether or not earlier ones have ended. */
async function atRate<T>(items: readonly T[], work: (item: T, index: number) => Promise<unknown>) {
  const begun: Promise<unknown>[] = [];
  const startedAt = performance.now();
  for (const [index, item] of items.entries()) {
    await delay(Math.max(0, startedAt + (index * 1000) / PER_SECOND - performance.now()));
    begun.push(work(item, index));
  }
  await Promise.all(begun);
}

const stopwatch = () => {
  const startedAt = process.hrtime.bigint();
  return () => Number(process.hrtime.bigint() - startedAt);
};

async function decideAtRate(
  service: EngineProcess,
  deciders: readonly string[],
  live: Awaited<ReturnType<typeof listen>>,
  runs: readonly WaitingDecision[][],
) {
  const decided = createHistogram();
  const heard = createHistogram();
  await atRate(runs, async ([first], index) => {
    const elapsed = stopwatch();
    live.expect(first!.refId, () => heard.record(elapsed()));
    await service.graphql(deciders[index % deciders.length]!, DECIDE, {
      input: { taskId: first!.taskId, status: "APPROVED" },
    });
    decided.record(elapsed());
  });
  await live.allHeard();
  return {
    decideAtRate_p50Ms: millisecondsOf(decided, 50),
    decideAtRate_p99Ms: millisecondsOf(decided, 99),
    decisionToSubscriber_p50Ms: millisecondsOf(heard, 50),
    decisionToSubscriber_p99Ms: millisecondsOf(heard, 99),
  };
}

async function replayAtRate(
  recorded: Recording["recorded"],
  replay: Awaited<ReturnType<Recording["startReplay"]>>,
) {
  const replayed = createHistogram();
  await atRate(recorded, async ([operation]) => {
    const elapsed = stopwatch();
    await replay(operation!);
    replayed.record(elapsed());
  });
  return {
    rawDriverAtRate_p50Ms: millisecondsOf(replayed, 50),
    rawDriverAtRate_p99Ms: millisecondsOf(replayed, 99),
  };
}

/** The submitter's live notifications. */
async function listen(service: EngineProcess) {
  const waiting = new Map<string, () => void>();
  let drained = Promise.withResolvers<void>();
  const authorization = await service.bearer({ sub: submitter.userId, companyId: submitter.companyId });
  const client = createClient({
    url: `${service.url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    lazy: false,
  });
  client.subscribe<{ workflowNotificationAdded: { refId: string } }>(
    { query: LIVE },
    {
      next: ({ data }) => {
        const { refId } = data!.workflowNotificationAdded;
        waiting.get(refId)?.();
        waiting.delete(refId);
        if (waiting.size === 0) drained.resolve();
      },
      error: (error) => drained.reject(error),
      complete: () => undefined,
    },
  );
  await delay(SETTLE_MS);
  return {
    expect(refId: string, onHeard: () => void) {
      if (waiting.size === 0) drained = Promise.withResolvers<void>();
      waiting.set(refId, onHeard);
    },
    allHeard: () => (waiting.size === 0 ? Promise.resolve() : drained.promise),
    close: async () => client.dispose(),
  };
}

async function readPages(
  service: EngineProcess,
  store: Store,
  durationMs: number,
): Promise<Record<string, number>> {
  const own = await pagesOf(service, occasional);
  const inRounds = (name: string, page: typeof own, query?: string) =>
    readInRounds(name, (take, skip) => page(take, skip, query), durationMs);
  return {
    ...(await inRounds("inboxPage", own)),
    ...(await inRounds("inboxPage_withDocuments", own, INBOX_WITH_DOCUMENTS)),
    ...(await inRounds("inboxPage_ofEverything", await pagesOf(service, approver))),
    inboxPage_commandsFor1: await commandsDuring(store, () => own(1, 0, INBOX_WITH_DOCUMENTS)),
    inboxPage_commandsFor20: await commandsDuring(store, () => own(20, 0, INBOX_WITH_DOCUMENTS)),
    inboxPage_commandsFor100: await commandsDuring(store, () => own(100, 0, INBOX_WITH_DOCUMENTS)),
  };
}

/** Pages of the caller's inbox. */
export async function pagesOf(service: EngineProcess, { userId, companyId }: Caller) {
  const authorization = await service.bearer({ sub: userId, companyId });
  return (take: number, skip: number, query = INBOX) =>
    service.graphql(authorization, query, { input: { take, skip } });
}

/** Latencies of the first five pages of 20, under the name. */
export async function readInRounds(
  name: string,
  page: (take: number, skip: number) => Promise<unknown>,
  durationMs: number,
): Promise<Record<string, number>> {
  const rounds: Measurement[] = [];
  while (rounds.length < PAGE_ROUNDS) {
    const warmUpMs = Math.min(WARM_UP_MS, durationMs);
    const ask = (_client: number, count: number) => page(20, (count % 5) * 20);
    rounds.push(await measure(ask, { clients: 1, durationMs, warmUpMs }));
  }
  return {
    [`${name}_p50Ms`]: rounded(median(rounds.map(({ p50Ms }) => p50Ms))),
    [`${name}_p99Ms`]: rounded(median(rounds.map(({ p99Ms }) => p99Ms))),
  };
}

/** Reads of the store for the work alone: the least of several counts, because the relay reads its outbox now and then. */
export async function commandsDuring(store: Store, work: () => Promise<unknown>): Promise<number> {
  const reads = async () => {
    const { opcounters } = (await store.db.admin().serverStatus()) as { opcounters: Record<string, number> };
    return (opcounters["query"] ?? 0) + (opcounters["getmore"] ?? 0);
  };
  const counts: number[] = [];
  while (counts.length < COUNTS) {
    const before = await reads();
    await work();
    counts.push((await reads()) - before);
  }
  return Math.min(...counts);
}
