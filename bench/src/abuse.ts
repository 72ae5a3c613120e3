import { randomBytes } from "node:crypto";
import { connectStore, ensureIndexes, platformIndexes, type Store } from "@countersign/mongo";
import { ENGINE_INDEXES } from "../../apps/approval-engine/src/repositories/indexes.ts";
import { GRAPHQL_HABITS } from "./abuse-graphql.ts";
import { type EngineProcess, startEngineProcess } from "./engine-process.ts";
import { rounded } from "./measure.ts";
import { startStoreProcess } from "./store-process.ts";
import type { BenchSuite, Bound } from "./suite.ts";

/** What a habit is tried on. */
export interface AbuseSetting {
  service: EngineProcess;
  store: Store;
  quick: boolean;
  report: (line: string) => void;
}

/** What one habit did to others and to the process. */
export interface AbuseFigures {
  /** Of another user's simple request, ms: alone, and while the habit goes on. */
  idleP99Ms: number;
  attackedP99Ms: number;
  /** Resident memory of the service's process, MB: before, and at most meanwhile. */
  memoryBeforeMb: number;
  memoryPeakMb: number;
  /** What the abuser got, in a few words. */
  answers: string;
}

/** One row of the table: a surface, what somebody does to it, and the function that tries it. */
export interface AbuseHabit {
  /** Begins the names of its figures. */
  name: string;
  surface: string;
  habit: string;
  /** Most memory that the process may grow by, MB. */
  memoryGrowthMb: number;
  run: (setting: AbuseSetting) => Promise<AbuseFigures>;
}

/** All rows. A habit is added here; its bounds follow from its name. */
const HABITS: readonly AbuseHabit[] = [...GRAPHQL_HABITS];

/** Most that one person may add to what another waits for, ms at the p99. */
const ADDED_P99_MS = 100;

const boundsOf = ({ name, surface, habit, memoryGrowthMb }: AbuseHabit): Bound[] => [
  {
    name: `${name}_addedP99Ms`,
    what: `${surface}, ${habit}: what another user waits longer, p99 ms`,
    must: "≤",
    limit: ADDED_P99_MS,
  },
  {
    name: `${name}_memoryGrowthMb`,
    what: `${surface}, ${habit}: growth of resident memory, MB`,
    must: "≤",
    limit: memoryGrowthMb,
  },
];

/** What one user can do to the others and to the process, surface by surface. */
export const abuseSuite: BenchSuite = {
  name: "abuse",
  about:
    "another user's simple request, alone and while somebody abuses a surface; the memory of the process",
  bounds: HABITS.flatMap(boundsOf),
  async run(report, { quick }) {
    const ratios: Record<string, number> = {};
    const figures: Record<string, number> = {};
    const rows: (string | number)[][] = [];
    for (const { name, surface, habit, run } of HABITS) {
      report(`${surface}: ${habit}`);
      const found = await onFreshEngine((setting) => run({ ...setting, quick, report }));
      const { idleP99Ms, attackedP99Ms, memoryBeforeMb, memoryPeakMb, answers } = found;
      ratios[`${name}_attackedToIdle`] = rounded(attackedP99Ms / idleP99Ms);
      figures[`${name}_idleP99Ms`] = rounded(idleP99Ms);
      figures[`${name}_attackedP99Ms`] = rounded(attackedP99Ms);
      figures[`${name}_addedP99Ms`] = rounded(attackedP99Ms - idleP99Ms);
      figures[`${name}_memoryGrowthMb`] = rounded(memoryPeakMb - memoryBeforeMb);
      const measured = [idleP99Ms, attackedP99Ms, attackedP99Ms / idleP99Ms, memoryBeforeMb, memoryPeakMb];
      rows.push([surface, habit, ...measured.map(rounded), answers]);
      report(`another's p99 ${rounded(idleP99Ms)} ms, meanwhile ${rounded(attackedP99Ms)} ms; ${answers}`);
    }
    const columns = [
      "surface",
      "habit",
      "another's p99 alone, ms",
      "meanwhile, ms",
      "times",
      "memory before, MB",
      "at most, MB",
      "what the abuser got",
    ];
    return { ratios, figures, tables: [{ title: "Surfaces and habits", columns, rows }] };
  },
};

/** Runs the work on an empty store and an engine of its own. */
async function onFreshEngine<T>(
  work: (setting: Pick<AbuseSetting, "service" | "store">) => Promise<T>,
): Promise<T> {
  await using started = new AsyncDisposableStack();
  const server = await startStoreProcess();
  started.defer(() => server.stop());
  const { uri } = server;
  const dbName = `bench_${randomBytes(4).toString("hex")}`;
  const store = await connectStore({ uri, dbName, appName: "bench" });
  started.defer(async () => {
    await store.db.dropDatabase();
    await store.close();
  });
  await ensureIndexes(store.db, [...platformIndexes(), ...ENGINE_INDEXES]);
  const service = await startEngineProcess({ uri, dbName });
  started.defer(() => service.stop());
  // Awaited here: all is stopped at the end of this function.
  return await work({ service, store });
}
