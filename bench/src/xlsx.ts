import { randomBytes } from "node:crypto";
import { connectStore, ensureIndexes, platformIndexes, type Store } from "@countersign/mongo";
import { ENGINE_INDEXES } from "../../apps/approval-engine/src/repositories/indexes.ts";
import { approver } from "./approval-runs.ts";
import { type EngineProcess, startEngineProcess } from "./engine-process.ts";
import { rounded } from "./measure.ts";
import { seedOpenRuns } from "./seed-runs.ts";
import { startStoreProcess } from "./store-process.ts";
import type { BenchSuite } from "./suite.ts";

const TASKS = 100_000;
const QUICK_TASKS = 300;
const SAMPLE_MS = 50;

/** The task export of a large company: how soon it begins, and what it costs the service's memory. */
export const xlsxSuite: BenchSuite = {
  name: "xlsx",
  about: "the XLSX download of many tasks from the engine in a process of its own",
  async run(report, { quick }) {
    const tasks = quick ? QUICK_TASKS : TASKS;
    const storeProcess = await startStoreProcess();
    const dbName = `bench_${randomBytes(4).toString("hex")}`;
    const store = await connectStore({ uri: storeProcess.uri, dbName, appName: "bench" });
    try {
      await ensureIndexes(store.db, [...platformIndexes(), ...ENGINE_INDEXES]);
      report(`seeding ${tasks} tasks`);
      await seedOpenRuns(store, tasks);
      return await download(store, storeProcess.uri, report);
    } finally {
      await store.db.dropDatabase();
      await store.close();
      await storeProcess.stop();
    }
  },
};

async function download(store: Store, uri: string, report: (line: string) => void) {
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
    const figures = {
      firstByteMs: rounded(firstByteMs ?? Number.NaN),
      downloadSeconds: rounded((performance.now() - startedAt) / 1000),
      fileMegabytes: rounded(bytes / 1_048_576),
      memoryGrowthMegabytes: rounded((await memory.stop()) - before),
    };
    const columns = ["figure", "value"];
    return {
      ratios: {},
      figures,
      tables: [{ title: "XLSX download", columns, rows: Object.entries(figures) }],
    };
  } finally {
    await service.stop();
  }
}

/** Looks at the service's memory again and again; `stop` tells the most that was seen, in megabytes. */
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
