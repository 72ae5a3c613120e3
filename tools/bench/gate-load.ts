import autocannon from "autocannon";
import type { GateTarget } from "./gate-target.ts";
import { cpuSecondsOf } from "./gate-targets.ts";
import { median, rounded } from "./measure.ts";
import type { BenchResult } from "./suite.ts";

const CONNECTIONS = 100;
const MICROSECONDS_PER_SECOND = 1e6;

/** The result of one target under load. */
interface LoadResult {
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
async function load({ name, url, pid, headers = {} }: GateTarget, seconds: number): Promise<LoadResult> {
  const cpuBefore = cpuSecondsOf(pid);
  const options = { url, headers, connections: CONNECTIONS, duration: seconds };
  const { requests, latency, non2xx, errors } = await autocannon(options);
  if (non2xx > 0 || errors > 0) throw new Error(`${name}: ${non2xx} answers were not 200, ${errors} failed`);
  return {
    cpuMicrosPerRequest: ((cpuSecondsOf(pid) - cpuBefore) * MICROSECONDS_PER_SECOND) / requests.total,
    requestsPerSecond: requests.average,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
  };
}

export interface CompareOptions {
  /** Number of starts of each target, because a process keeps the way its code was compiled. */
  starts: number;
  /** With each start. */
  rounds: number;
  /** Of each target in each round. */
  seconds: number;
  /** Warm-up of each target, until its code is compiled as in a process that has run for days. */
  warmUpSeconds: number;
}

/**
 * Measures targets side by side: in turns and several rounds, so that a disturbance of the machine meets all of them.
 *
 * @param start - starts the targets, the gate first and the bare server third; they are stopped after their rounds
 */
export async function compare(
  start: () => Promise<readonly GateTarget[]>,
  { starts, rounds, seconds, warmUpSeconds }: CompareOptions,
  report: (line: string) => void,
): Promise<BenchResult> {
  const byName = new Map<string, LoadResult[]>();
  for (let started = 1; started <= starts; started += 1) {
    const targets = await start();
    try {
      for (const { url, headers = {} } of targets) {
        await autocannon({ url, headers, connections: CONNECTIONS, duration: warmUpSeconds });
      }
      for (let round = 1; round <= rounds; round += 1) {
        report(`comparison, start ${started} of ${starts}, round ${round} of ${rounds}`);
        for (const target of targets) {
          byName.getOrInsert(target.name, []).push(await load(target, seconds));
        }
      }
    } finally {
      await Promise.all(targets.map(({ stop }) => stop()));
    }
  }
  return resultOf(byName);
}

function resultOf(byName: ReadonlyMap<string, readonly LoadResult[]>): BenchResult {
  const [gate = [], check = [], bare = [], unleash] = byName.values();
  const cpuRatio = (of: readonly LoadResult[], to: readonly LoadResult[]) =>
    rounded(median(of.map((own, at) => own.cpuMicrosPerRequest / to[at]!.cpuMicrosPerRequest)));
  const typical = (list: readonly LoadResult[], key: keyof LoadResult) =>
    rounded(median(list.map((one) => one[key])));
  return {
    ratios: {
      cpuToBareFastify: cpuRatio(gate, bare),
      checkCpuToVersion: cpuRatio(check, gate),
      ...(unleash && { requestsPerCpuToUnleash: cpuRatio(unleash, gate) }),
    },
    figures: {
      cpuMicrosPerRequest: typical(gate, "cpuMicrosPerRequest"),
      requestsPerSecond: typical(gate, "requestsPerSecond"),
    },
    tables: [
      {
        title: `Version gate next to others, ${CONNECTIONS} keep-alive connections`,
        columns: ["server", "CPU µs/request", "of the gate's", "requests/s", "p50 ms", "p99 ms"],
        rows: [...byName].map(([name, list]) => [
          name,
          typical(list, "cpuMicrosPerRequest"),
          cpuRatio(list, gate),
          typical(list, "requestsPerSecond"),
          typical(list, "p50Ms"),
          typical(list, "p99Ms"),
        ]),
      },
    ],
  };
}
