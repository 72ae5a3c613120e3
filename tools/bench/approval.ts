import type { Store } from "@countersign/mongo";
import { startNatsServer } from "@countersign/testing";
import { COMMAND_BOUNDS, type CommandsSize, compareCommands } from "./approval-commands.ts";
import { benchEngine, decide, STAGES, submitRun, type WaitingDecision } from "./approval-runs.ts";
import { measureService, type OwnStore, type ServiceSize } from "./approval-service.ts";
import { measureSubstitute } from "./approval-substitute.ts";
import { openEngineDatabase, startStore } from "./bench-store.ts";
import { versionOf } from "./machine.ts";
import { heapMegabytes, measureEach, rounded } from "./measure.ts";
import { besideRawDriver } from "./raw-comparison.ts";
import { type BenchSuite, type BenchTable, together } from "./suite.ts";

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
      name: "decideAtRate_p99ToRawDriver",
      what: "the same, to the p99 of the same operations by the raw driver at the same rate",
      must: "≤",
      limit: 5,
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
    await using started = new AsyncDisposableStack();
    const shared = await startStore(started);
    const open: OpenStore = (monitorCommands) => openEngineDatabase(started, shared, monitorCommands);
    const speed = await compare(open, size, report);
    const commands = await compareCommands(await open(), size, report);
    const memory = await memoryOver(await open(), size, report);
    const ownStore = async (): Promise<OwnStore> => {
      const uri = await startStore(started);
      return { uri, store: await openEngineDatabase(started, uri) };
    };
    const replayed = await startStore(started);
    // With a broker, as deployed, where one is installed.
    const broker = versionOf("nats-server") === undefined ? undefined : await startNatsServer();
    started.defer(() => broker?.stop());
    const service = await measureService(
      {
        natsUrl: broker?.url,
        served: await ownStore(),
        openReplayed: (monitorCommands) => openEngineDatabase(started, replayed, monitorCommands),
        few: await ownStore(),
        many: await ownStore(),
      },
      size,
      report,
    );
    const substitute = await measureSubstitute(await ownStore(), size, report);
    return together([speed, commands, memory, service, substitute]);
  },
};

type OpenStore = (monitorCommands?: boolean) => Promise<Store>;

function compare(open: OpenStore, { runs: count }: Size, report: (line: string) => void) {
  const prepare = async (store: Store) => {
    const engine = benchEngine(store);
    const lists: WaitingDecision[][] = [];
    for (let at = 0; at < count; at++) lists.push(await submitRun(engine));
    return { lists, run: (decision: WaitingDecision) => decide(engine, decision) };
  };
  const labels = { title: "Decisions", name: "decisions", who: "engine" };
  return besideRawDriver(labels, { open, prepare, slices: SLICES, report });
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
    tables: [table],
  };
}
