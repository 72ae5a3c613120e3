import { readsUnderLoad } from "./gate-load.ts";
import { type GateStore, startGate, startStoreProxy } from "./gate-targets.ts";
import { rounded } from "./measure.ts";
import type { BenchTable } from "./suite.ts";

const CONNECTIONS = [100, 1_000];
/**
 * Besides its round trip a linearizable read waits until a majority has an entry of the oplog. The benchmark's store
 * has one member and never waits, so delayed answers take the place of that wait.
 */
const CONFIRMATION_MS = 2;

/** The cost of the read concern, and its share for requests that share a read. */
export async function measureConcerns(
  store: GateStore,
  seconds: number,
  report: (line: string) => void,
): Promise<BenchTable> {
  const rows: (string | number)[][] = [];
  for (const [concern, delayMs] of [
    ["majority", 0],
    ["linearizable", 0],
    ["linearizable", CONFIRMATION_MS],
  ] as const) {
    const { proxy, env } = await startStoreProxy(store);
    proxy.delayAnswers(delayMs);
    const gate = await startGate({ ...env, VERSION_GATE_READ_CONCERN: concern });
    try {
      for (const connections of CONNECTIONS) {
        report(`${connections} connections, ${concern}, confirmed after ${delayMs} ms`);
        // Warm-up, until the code is compiled.
        await readsUnderLoad(gate, connections, seconds);
        const measured = await readsUnderLoad(gate, connections, seconds);
        const { requestsPerSecond, p99Ms, readsPerSecond } = measured;
        rows.push([
          concern,
          delayMs,
          connections,
          rounded(requestsPerSecond),
          p99Ms,
          rounded(readsPerSecond),
        ]);
      }
    } finally {
      await gate.stop();
      await proxy.close();
    }
  }
  return {
    title: "What the read concern costs",
    columns: ["read concern", "confirmation ms", "connections", "requests/s", "p99 ms", "store reads/s"],
    rows,
  };
}
