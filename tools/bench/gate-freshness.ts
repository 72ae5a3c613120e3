import { checkFreshness, type FreshnessResult } from "@countersign/testing";
import { type Mutant, MUTANTS } from "@countersign/version-gate/testing/mutants";
import { type GateStore, type GateTarget, startGate, startMutant, startStoreProxy } from "./gate-targets.ts";
import type { BenchTable } from "./suite.ts";

/** A store on the same machine answers before a mistake can show; one over a network does not. */
const NETWORK_DELAY_MS = 1;

type Write = (version: number) => Promise<unknown>;

/** Reads both endpoints of replicas while versions are written: counts answers older than a write acknowledged before. */
async function readWhileWriting(
  start: () => Promise<GateTarget>,
  { replicas: count, reads }: { replicas: number; reads: number },
  write: Write,
): Promise<FreshnessResult> {
  const replicas = await Promise.all(Array.from({ length: count }, start));
  try {
    return await checkFreshness({
      publicUrls: replicas.map(({ url }) => new URL(url).origin),
      write,
      reads,
      steadyClients: 16,
      burstClients: 48,
    });
  } finally {
    await Promise.all(replicas.map(({ stop }) => stop()));
  }
}

/** The freshness of the gate, and of gates with a mistake, which must be caught. */
export async function measureFreshness(
  store: GateStore,
  { replicas, reads, mutantReads }: { replicas: number; reads: number; mutantReads: number },
  write: Write,
  report: (line: string) => void,
) {
  report(`${reads} reads from ${replicas} replicas`);
  const gate = await readWhileWriting(() => startGate(store.env), { replicas, reads }, write);

  const { proxy, env } = await startStoreProxy(store);
  proxy.delayAnswers(NETWORK_DELAY_MS);
  const mutants: [Mutant, FreshnessResult][] = [];
  try {
    for (const mutant of Object.keys(MUTANTS) as Mutant[]) {
      report(`${mutantReads} reads from ${replicas} replicas with the mistake ${mutant}`);
      const start = () => startMutant(mutant, env);
      mutants.push([mutant, await readWhileWriting(start, { replicas, reads: mutantReads }, write)]);
    }
  } finally {
    await proxy.close();
  }
  const table: BenchTable = {
    title: "Freshness, both endpoints in turn",
    columns: ["server", "replicas", "writes", "reads", "stale", "reads of checks", "stale checks"],
    rows: ([["version-gate", gate], ...mutants] as const).map(([name, { writes, reads, stale, checks }]) => [
      name,
      replicas,
      writes,
      reads,
      stale,
      checks.reads,
      checks.stale,
    ]),
    legend: "The others have a mistake each, which shows that stale answers would be counted.",
  };
  return {
    figures: {
      freshnessReads: gate.reads,
      freshnessStale: gate.stale,
      freshnessMutantsCaught: mutants.filter(([, { stale }]) => stale > 0).length,
    },
    table,
  };
}
