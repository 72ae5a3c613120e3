import autocannon from "autocannon";
import { median, rounded } from "./measure.ts";
import { cpuSecondsOf, type GateTarget } from "./gate-targets.ts";
import type { BenchTable } from "./suite.ts";

const MICROSECONDS_PER_SECOND = 1e6;

/** The result of one target under one load. */
export interface LoadResult {
  cpuMicrosPerRequest: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Puts load on a target over keep-alive connections, each of which waits for its answer before it asks again.
 *
 * @throws Error when an answer is not 200
 */
async function load(
  { name, url, pid, headers = {} }: GateTarget,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const cpuBefore = cpuSecondsOf(pid);
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${name}: ${non2xx} answers were not 200, ${errors} failed`);
  return {
    cpuMicrosPerRequest: ((cpuSecondsOf(pid) - cpuBefore) * MICROSECONDS_PER_SECOND) / requests.total,
    requestsPerSecond: requests.average,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
  };
}

/** Number of a gate's reads of the store. */
async function storeReadsOf({ internalUrl }: GateTarget): Promise<number> {
  const text = await (await fetch(`${internalUrl}/metrics`)).text();
  return Number(/^version_gate_store_reads_total\{outcome="succeeded"[^}]*\} (\d+)/m.exec(text)?.[1]);
}

/** A gate's reads of the store under one load. */
export async function readsUnderLoad(gate: GateTarget, connections: number, seconds: number) {
  const readsBefore = await storeReadsOf(gate);
  const { requestsPerSecond, p99Ms } = await load(gate, connections, seconds);
  const readsPerSecond = ((await storeReadsOf(gate)) - readsBefore) / seconds;
  return { connections, requestsPerSecond, p99Ms, readsPerSecond };
}

export interface CompareOptions {
  connections: number;
  /** Number of starts of each target, because a process keeps the way its code was compiled. */
  starts: number;
  /** With each start. */
  rounds: number;
  /** Of each target in each round. */
  seconds: number;
  /** Warm-up of each target, until its code is compiled as in a process that has run for days. */
  warmUpSeconds: number;
}

/** The results of targets side by side. */
export interface Comparison {
  /** By name, the median of the rounds. */
  results: ReadonlyMap<string, LoadResult>;
  /** Ratio of one target's CPU per request to another's in the same round; the median of all rounds. */
  cpuRatio: (name: string, toName: string) => number;
}

/**
 * Measures targets side by side: in turns and several rounds, so that a disturbance of the machine meets all of them.
 *
 * @param start - starts the targets; they are stopped after their rounds
 */
export async function compare(
  start: () => Promise<readonly GateTarget[]>,
  { connections, starts, rounds, seconds, warmUpSeconds }: CompareOptions,
  report: (line: string) => void,
): Promise<Comparison> {
  const byName = new Map<string, LoadResult[]>();
  for (let started = 1; started <= starts; started += 1) {
    const targets = await start();
    try {
      for (const { url, headers = {} } of targets) {
        await autocannon({ url, headers, connections, duration: warmUpSeconds });
      }
      for (let round = 1; round <= rounds; round += 1) {
        report(`comparison, start ${started} of ${starts}, round ${round} of ${rounds}`);
        for (const target of targets) {
          const loads = byName.getOrInsert(target.name, []);
          loads.push(await load(target, connections, seconds));
        }
      }
    } finally {
      await Promise.all(targets.map(({ stop }) => stop()));
    }
  }
  const medianOf = (rounds: readonly LoadResult[]): LoadResult => ({
    cpuMicrosPerRequest: median(rounds.map(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest)),
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
  });
  return {
    results: new Map([...byName].map(([name, all]) => [name, medianOf(all)])),
    cpuRatio: (name, toName) => {
      const others = byName.get(toName)!;
      return median(
        byName.get(name)!.map((own, at) => own.cpuMicrosPerRequest / others[at]!.cpuMicrosPerRequest),
      );
    },
  };
}

/** The comparison as a table, CPU per request first. */
export function comparisonTable(results: ReadonlyMap<string, LoadResult>, gate: LoadResult): BenchTable {
  return {
    title: "Version gate next to others, 100 keep-alive connections",
    columns: ["server", "CPU µs/request", "of the gate's", "requests/s", "p50 ms", "p99 ms"],
    rows: [...results].map(([name, { cpuMicrosPerRequest, requestsPerSecond, p50Ms, p99Ms }]) => [
      name,
      rounded(cpuMicrosPerRequest),
      rounded(cpuMicrosPerRequest / gate.cpuMicrosPerRequest),
      rounded(requestsPerSecond),
      p50Ms,
      p99Ms,
    ]),
    plot: { name: "cpu", kind: "bars", x: "server", y: ["CPU µs/request"] },
  };
}
