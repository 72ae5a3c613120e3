import { Agent, request } from "node:http";
import autocannon from "autocannon";
import type { GateTarget } from "./gate-target.ts";
import { cpuSecondsOf } from "./gate-targets.ts";
import { measureAtRate, median, roundFigure } from "./measure.ts";
import type { BenchResult } from "./suite.ts";

const CONNECTIONS = 100;
/** Requests a second of the second comparison: far from what any of the servers could do. */
const RATE = 500;
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

const agent = new Agent({ keepAlive: true });

/** One request over a kept connection. @throws Error when the answer is not 200 */
function ask({ name, url, headers = {} }: GateTarget): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (answer) => {
      answer.resume().once("end", resolve);
      if (answer.statusCode !== 200) reject(new Error(`${name} answered ${answer.statusCode}`));
    });
    outgoing.once("error", reject).end();
  });
}

/** The result of one target at a fixed rate. */
async function loadAtRate(target: GateTarget, seconds: number): Promise<LoadResult> {
  const cpuBefore = cpuSecondsOf(target.pid);
  const durationMs = seconds * 1_000;
  const measurement = await measureAtRate(() => ask(target), { perSecond: RATE, durationMs });
  const { operations, perSecond, p50Ms, p99Ms } = measurement;
  const cpuMicros = (cpuSecondsOf(target.pid) - cpuBefore) * MICROSECONDS_PER_SECOND;
  return { cpuMicrosPerRequest: cpuMicros / operations, requestsPerSecond: perSecond, p50Ms, p99Ms };
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
 * @param start - starts the targets, the gate first, then its check, the bare server and those on Express; they are stopped after their rounds
 */
export async function compare(
  start: () => Promise<readonly GateTarget[]>,
  { starts, rounds, seconds, warmUpSeconds }: CompareOptions,
  report: (line: string) => void,
): Promise<BenchResult> {
  const byName = new Map<string, LoadResult[]>();
  const atRate = new Map<string, LoadResult[]>();
  for (let startCount = 1; startCount <= starts; startCount += 1) {
    const targets = await start();
    try {
      for (const { url, headers = {} } of targets) {
        await autocannon({ url, headers, connections: CONNECTIONS, duration: warmUpSeconds });
      }
      for (let round = 1; round <= rounds; round += 1) {
        report(`comparison, start ${startCount} of ${starts}, round ${round} of ${rounds}`);
        for (const target of targets) {
          byName.getOrInsert(target.name, []).push(await load(target, seconds));
          atRate.getOrInsert(target.name, []).push(await loadAtRate(target, seconds));
        }
      }
    } finally {
      await Promise.all(targets.map(({ stop }) => stop()));
    }
  }
  return resultOf(byName, atRate);
}

type Results = ReadonlyMap<string, readonly LoadResult[]>;

const cpuRatio = (of: readonly LoadResult[], to: readonly LoadResult[]) =>
  roundFigure(median(of.map((ownResult, at) => ownResult.cpuMicrosPerRequest / to[at]!.cpuMicrosPerRequest)));
const typical = (list: readonly LoadResult[], key: keyof LoadResult) =>
  roundFigure(median(list.map((result) => result[key])));

const table = (how: string, results: Results) => ({
  title: `Version gate next to others, ${how}`,
  columns: ["server", "CPU µs/request", "of the gate's", "requests/s", "p50 ms", "p99 ms"],
  rows: [...results].map(([name, list]) => [
    name,
    typical(list, "cpuMicrosPerRequest"),
    cpuRatio(list, [...results.values()][0]!),
    typical(list, "requestsPerSecond"),
    typical(list, "p50Ms"),
    typical(list, "p99Ms"),
  ]),
});

function resultOf(byName: Results, atRate: Results): BenchResult {
  const [gate = [], check = [], bare = [], reading = [], caching = [], unleash] = byName.values();
  return {
    ratios: {
      cpuToBareFastify: cpuRatio(gate, bare),
      checkCpuToVersion: cpuRatio(check, gate),
      cpuToExpressReading: cpuRatio(gate, reading),
      cpuToExpressCaching: cpuRatio(gate, caching),
      ...(unleash && { requestsPerCpuToUnleash: cpuRatio(unleash, gate) }),
    },
    figures: {
      cpuMicrosPerRequest: typical(gate, "cpuMicrosPerRequest"),
      requestsPerSecond: typical(gate, "requestsPerSecond"),
    },
    tables: [
      table(`${CONNECTIONS} keep-alive connections, each asks again at once`, byName),
      table(`${RATE} requests a second, times from the intended one`, atRate),
    ],
  };
}
