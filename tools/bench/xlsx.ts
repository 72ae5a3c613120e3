import type { Store } from "@countersign/mongo";
import { approver } from "./approval-runs.ts";
import { openEngineDatabase, startStore } from "./bench-store.ts";
import { type EngineProcess, startEngineProcess } from "./engine-process.ts";
import { roundFigure } from "./measure.ts";
import { seedOpenRuns } from "./seed-runs.ts";
import type { BenchSuite } from "./suite.ts";

const TASKS = 100_000;
const QUICK_TASKS = 300;
const SAMPLE_MS = 50;
const BYTES_PER_MEGABYTE = 1_048_576;

/** The task export of a large company: the time until it begins, and the service's memory. */
export const xlsxSuite: BenchSuite = {
  name: "xlsx",
  about: "the XLSX download of many tasks from the engine in a process of its own",
  bounds: [
    { name: "memoryGrowthMegabytes", what: "growth of resident memory, MB", must: "<", limit: 150 },
    { name: "firstByteMs", what: "first byte, ms", must: "<", limit: 1_000 },
  ],
  async run(report, { quick }) {
    const tasks = quick ? QUICK_TASKS : TASKS;
    await using startedParts = new AsyncDisposableStack();
    const uri = await startStore(startedParts);
    const store = await openEngineDatabase(startedParts, uri);
    report(`seeding ${tasks} tasks`);
    await seedOpenRuns(store, tasks);
    return await download(store, uri, tasks, report);
  },
};

async function download(store: Store, uri: string, tasks: number, report: (line: string) => void) {
  const service = await startEngineProcess({ uri, dbName: store.db.databaseName });
  try {
    report("downloading");
    const authorization = await service.bearer({
      sub: approver.userId,
      companyId: approver.companyId,
      privileged: true,
    });
    const before = await service.residentMegabytes();
    const memory = watchMemory(service);
    const startedAt = performance.now();
    const response = await fetch(`${service.url}/api/workflow/task/download`, { headers: { authorization } });
    if (!response.ok) throw new Error(`the download answered ${response.status}`);
    let bytes = 0;
    let firstByteMs: number | undefined;
    for await (const chunk of response.body!) {
      firstByteMs ??= performance.now() - startedAt;
      bytes += chunk.length;
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const most = await memory.stop();
    const figures = {
      firstByteMs: roundFigure(firstByteMs ?? Number.NaN),
      downloadSeconds: roundFigure(seconds),
      fileMegabytes: roundFigure(bytes / BYTES_PER_MEGABYTE),
      memoryGrowthMegabytes: roundFigure(most - before),
    };
    const columns = ["tasks", "first byte ms", "whole file s", "file MB", "memory growth MB"];
    return {
      ratios: {},
      figures,
      tables: [{ title: "XLSX download", columns, rows: [[tasks, ...Object.values(figures)]] }],
    };
  } finally {
    await service.stop();
  }
}

/** Samples the service's memory; `stop` returns its maximum in megabytes. */
function watchMemory(service: EngineProcess) {
  let most = 0;
  const look = async () => {
    most = Math.max(most, await service.residentMegabytes());
  };
  const timer = setInterval(() => void look(), SAMPLE_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await look();
      return most;
    },
  };
}
