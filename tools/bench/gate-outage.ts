import { setTimeout as delay } from "node:timers/promises";
import { type TcpProxy, waitFor } from "@countersign/testing";
import { rounded } from "./measure.ts";
import { type GateStore, startGate, startStoreProxy } from "./gate-targets.ts";
import type { BenchTable } from "./suite.ts";

/** Takes the store away and brings it back. */
interface Outage {
  name: string;
  begin: (proxy: TcpProxy) => void | Promise<void>;
  end: (proxy: TcpProxy) => void;
}

export const OUTAGES: readonly Outage[] = [
  { name: "stopped", begin: (proxy) => proxy.refuse(), end: (proxy) => proxy.accept() },
  { name: "silent", begin: (proxy) => proxy.hang(), end: (proxy) => proxy.accept() },
  {
    name: "silent, then stopped",
    begin: async (proxy) => {
      proxy.hang();
      await delay(100);
      proxy.refuse();
    },
    end: (proxy) => proxy.accept(),
  },
  {
    name: "slow by 100 ms",
    begin: (proxy) => proxy.delayAnswers(100),
    end: (proxy) => proxy.delayAnswers(0),
  },
  { name: "slow by 2 s", begin: (proxy) => proxy.delayAnswers(2_000), end: (proxy) => proxy.delayAnswers(0) },
];

const REQUESTS = 100;

async function ask(url: string, headers: Record<string, string> = {}) {
  const startedAt = performance.now();
  const { status } = await fetch(url, { headers });
  return { status, tookMs: performance.now() - startedAt };
}

/** One outage of the store, seen by a gate's clients. */
async function suffer(outage: Outage, url: string, proxy: TcpProxy) {
  await waitFor(async () => (await ask(url)).status === 200);
  const beginning = outage.begin(proxy);
  const answers = await Promise.all(Array.from({ length: REQUESTS }, () => ask(url)));
  await beginning;
  const stale = await ask(url, { "cache-control": "stale-if-error=60" });
  outage.end(proxy);
  const endedAt = performance.now();
  await waitFor(async () => (await ask(url)).status === 200, { intervalMs: 1 });
  return {
    statuses: [...new Set(answers.map(({ status }) => status))].join(", "),
    slowestMs: Math.max(...answers.map(({ tookMs }) => tookMs)),
    staleStatus: stale.status,
    recoveryMs: performance.now() - endedAt,
  };
}

/** Outages one after the other: the answers to clients, their delay, and the time until the gate is back. */
export async function measureOutages(
  store: GateStore,
  outages: readonly Outage[],
  report: (line: string) => void,
): Promise<{ figures: Record<string, number>; table: BenchTable }> {
  const { proxy, env } = await startStoreProxy(store);
  const gate = await startGate(env);
  const rows: (string | number)[][] = [];
  const figures: Record<string, number> = { outageSlowestAnswerMs: 0, outageSlowestRecoveryMs: 0 };
  try {
    for (const outage of outages) {
      report(`store ${outage.name}`);
      const { statuses, slowestMs, staleStatus, recoveryMs } = await suffer(outage, gate.url, proxy);
      rows.push([outage.name, statuses, rounded(slowestMs), staleStatus, rounded(recoveryMs)]);
      figures.outageSlowestAnswerMs = Math.max(figures.outageSlowestAnswerMs!, rounded(slowestMs));
      figures.outageSlowestRecoveryMs = Math.max(figures.outageSlowestRecoveryMs!, rounded(recoveryMs));
    }
  } finally {
    await gate.stop();
    await proxy.close();
  }
  const columns = ["store", "answers", "slowest ms", "with stale-if-error", "back after ms"];
  const table: BenchTable = {
    title: `The store away: ${REQUESTS} requests at once`,
    columns,
    rows,
    plot: { name: "outages", kind: "bars", x: "store", y: ["slowest ms", "back after ms"] },
  };
  return { figures, table };
}
