import { randomBytes } from "node:crypto";
import { connectStore, ensureIndexes, platformIndexes, type Store } from "@countersign/mongo";
import { OUTBOX_INDEXES } from "@countersign/outbox";
import { startNatsServer } from "@countersign/testing";
import { ENGINE_INDEXES } from "@countersign/approval-engine/engine";
import { COMMAND_BOUNDS, type CommandsSize, compareCommands } from "./approval-commands.ts";
import { benchEngine, decide, STAGES, submitRun, type WaitingDecision } from "./approval-runs.ts";
import { measureService, type ServiceSize } from "./approval-service.ts";
import { measureSubstitute } from "./approval-substitute.ts";
import { versionOf } from "./machine.ts";
import { heapMegabytes, measureEach, rounded } from "./measure.ts";
import { compareWithRawDriver } from "./raw-comparison.ts";
import { type StoreProcess, startStoreProcess } from "./store-process.ts";
import type { BenchSuite, BenchTable } from "./suite.ts";

const CLIENTS = [1, 16];
const SLICES = 6;
/** Number of looks at the memory after the first. */
const MEMORY_LOOKS = 4;

interface Size extends ServiceSize, CommandsSize {
  /** Runs whose decisions are measured, for each number of clients. */
  runs: number;
  memoryRuns: number;
  /** Runs before the first look at the memory, when every path is compiled and every pool is full. */
  memoryWarmRuns: number;
}

const FULL: Size = {
  runs: 480,
  memoryRuns: 10_000,
  memoryWarmRuns: 2_000,
  commands: 400,
  batches: 9,
  batch: 100,
  submissions: 2_000,
  rounds: 7,
  decisions: 1_000,
  fewRuns: 1_000,
  decidedRuns: 1_000,
  manyRuns: 100_000,
  ownRuns: 70,
  pagesMs: 5_000,
};
const QUICK: Size = {
  runs: 12,
  memoryRuns: 20,
  memoryWarmRuns: 4,
  commands: 3,
  batches: 1,
  batch: 3,
  submissions: 20,
  rounds: 1,
  decisions: 12,
  fewRuns: 5,
  decidedRuns: 20,
  manyRuns: 20,
  ownRuns: 3,
  pagesMs: 50,
};

/**
 * Decisions through the engine's use case, next to the raw driver doing the same operations in the same transactions.
 */
export const approvalSuite: BenchSuite = {
  name: "approval",
  about:
    "decisions (three stages, one approver each), next to the raw driver doing the same operations in the same transactions",
  bounds: [
    {
      name: "decisions_1_toRawDriver",
      what: "decisions to the raw driver's, 1 client",
      must: "≥",
      limit: 0.7,
    },
    {
      name: "decisions_16_toRawDriver",
      what: "decisions to the raw driver's, 16 clients",
      must: "≥",
      limit: 0.7,
    },
    ...COMMAND_BOUNDS,
    {
      name: "heapAfterAllRunsToWarm",
      what: "heap after 10,000 runs to that after 2,000",
      must: "≤",
      limit: 1.1,
    },
    {
      name: "decisions_manyToFewOpenRuns",
      what: "decisions with 100,000 open runs to those with 1,000",
      must: "≥",
      limit: 0.9,
    },
    {
      name: "decideAtRate_p99Ms",
      what: "decide at 100 per second, p99 ms (median of 7 rounds)",
      must: "<",
      limit: 46,
    },
    {
      name: "decisionToSubscriber_p99Ms",
      what: "decision to subscriber at 100 per second, p99 ms (median of 7 rounds)",
      must: "<",
      limit: 50,
    },
    {
      name: "submissionWithDocumentToWithout",
      what: "time of a submission with 40 facts to that of one without a document",
      must: "≤",
      limit: 1.15,
    },
    { name: "inboxPage_p99Ms", what: "inbox page of 20 among 100,000 tasks, p99 ms", must: "<", limit: 30 },
    {
      name: "inboxPage_withDocuments_p99Ms",
      what: "the same with the documents of 40 facts, p99 ms",
      must: "<",
      limit: 30,
    },
    {
      name: "inboxPage_ofEverything_p99Ms",
      what: "the same of somebody who is involved in all 100,000, p99 ms",
      must: "<",
      limit: 30,
    },
    {
      name: "inboxPage_ofSubstitute_p99Ms",
      what: "the same for a substitute of 50 of 1,000 people, with 100,000 open tasks, p99 ms",
      must: "<",
      limit: 40,
    },
    {
      name: "inboxPage_ofSubstitute_commandsFor100To1",
      what: "store commands of that page of 100 to those of a page of 1",
      must: "≤",
      limit: 1,
    },
    {
      name: "inboxPage_commandsFor100To1",
      what: "store commands of a page of 100 to those of a page of 1",
      must: "≤",
      limit: 1,
    },
  ],
  async run(report, { quick }) {
    const size = quick ? QUICK : FULL;
    const processes: Pick<StoreProcess, "stop">[] = [];
    const stores: Store[] = [];
    const startProcess = async () => {
      const process = await startStoreProcess();
      processes.push(process);
      return process.uri;
    };
    const openIn = async (uri: string, monitorCommands = false) => {
      const store = await connectStore({
        uri,
        dbName: `bench_${randomBytes(4).toString("hex")}`,
        appName: "bench",
        driver: { monitorCommands },
      });
      stores.push(store);
      await ensureIndexes(store.db, [...platformIndexes(), ...OUTBOX_INDEXES, ...ENGINE_INDEXES]);
      return store;
    };
    try {
      const shared = await startProcess();
      const open: OpenStore = (monitorCommands) => openIn(shared, monitorCommands);
      const speed = await compare(open, size, report);
      const commands = await compareCommands(await open(), size, report);
      const memory = await memoryOver(await open(), size, report);
      const uri = await startProcess();
      // With a broker, as deployed, where one is installed.
      const broker = versionOf("nats-server") === undefined ? undefined : await startNatsServer();
      if (broker) processes.push(broker);
      const service = await measureService(
        {
          store: await openIn(uri),
          uri,
          natsUrl: broker?.url,
          small: await openIn(await startProcess()),
        },
        size,
        report,
      );
      const ofSubstitute = await startProcess();
      const substitute = await measureSubstitute(
        { store: await openIn(ofSubstitute), uri: ofSubstitute },
        size,
        report,
      );
      return {
        ratios: {
          ...speed.ratios,
          ...commands.ratios,
          ...memory.ratios,
          ...service.ratios,
          ...substitute.ratios,
        },
        figures: {
          ...speed.figures,
          ...commands.figures,
          ...memory.figures,
          ...service.figures,
          ...substitute.figures,
        },
        tables: [speed.table, ...commands.tables, memory.table, ...service.tables, ...substitute.tables],
      };
    } finally {
      for (const store of stores) {
        await store.db.dropDatabase();
        await store.close();
      }
      for (const process of processes) await process.stop();
    }
  },
};

type OpenStore = (monitorCommands?: boolean) => Promise<Store>;

async function compare(open: OpenStore, { runs: count }: Size, report: (line: string) => void) {
  const ratios: Record<string, number> = {};
  const figures: Record<string, number> = {};
  const rows: (string | number)[][] = [];
  for (const clients of CLIENTS) {
    const prepare = async (store: Store) => {
      const engine = benchEngine(store);
      const lists: WaitingDecision[][] = [];
      for (let at = 0; at < count; at++) lists.push(await submitRun(engine));
      return { lists, run: (decision: WaitingDecision) => decide(engine, decision) };
    };
    const {
      own: engineRate,
      raw: rawRate,
      ratio,
    } = await compareWithRawDriver({
      open,
      prepare,
      clients,
      slices: SLICES,
      report,
    });
    ratios[`decisions_${clients}_toRawDriver`] = rounded(ratio);
    figures[`decisions_${clients}_perSecond`] = rounded(engineRate.perSecond);
    figures[`decisions_${clients}_p50Ms`] = rounded(engineRate.p50Ms);
    figures[`decisions_${clients}_p99Ms`] = rounded(engineRate.p99Ms);
    for (const [name, toRaw, { perSecond, p50Ms, p99Ms }] of [
      ["engine", rounded(ratio), engineRate],
      ["raw driver", 1, rawRate],
    ] as const) {
      rows.push([name, clients, toRaw, rounded(perSecond), rounded(p50Ms), rounded(p99Ms)]);
    }
  }
  const columns = ["who", "clients", "of the raw driver", "decisions per second", "p50 ms", "p99 ms"];
  const table: BenchTable = {
    title: "Decisions",
    columns,
    rows,
    plot: { name: "decisions", kind: "bars", x: "clients", y: ["decisions per second"], series: "who" },
  };
  return { ratios, figures, table };
}

/** Heap of this process, which runs the engine, over many complete runs. */
async function memoryOver(
  store: Store,
  { memoryRuns, memoryWarmRuns }: Size,
  report: (line: string) => void,
) {
  const engine = benchEngine(store);
  const oneRun = async () => {
    for (const decision of await submitRun(engine)) await decide(engine, decision);
  };
  const runMany = (count: number) =>
    measureEach(
      Array.from({ length: count }, () => [oneRun]),
      (run) => run(),
      16,
    );
  const rows: [runs: number, megabytes: number][] = [];
  const step = (memoryRuns - memoryWarmRuns) / MEMORY_LOOKS;
  for (let runs = memoryWarmRuns; runs <= memoryRuns; runs += step) {
    report(`${runs} of ${memoryRuns} runs`);
    await runMany(rows.length === 0 ? memoryWarmRuns : step);
    rows.push([runs, rounded(heapMegabytes())]);
  }
  const warm = rows[0]![1];
  const end = rows.at(-1)![1];
  const table: BenchTable = {
    title: `Heap of the engine's process over ${memoryRuns} runs of ${STAGES} decisions`,
    columns: ["after runs", "heap MB"],
    rows,
    plot: { name: "heap", kind: "lines", x: "after runs", y: ["heap MB"] },
  };
  return {
    ratios: { heapAfterAllRunsToWarm: rounded(end / warm) },
    figures: { heapWarmMb: warm, heapAfterAllRunsMb: end },
    table,
  };
}
